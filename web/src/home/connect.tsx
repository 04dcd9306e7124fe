import { useState } from "react";
import { Button } from "../components/button.tsx";
import { RadioGroup } from "../components/radio-group.tsx";
import { CONNECTIONS } from "./connections.ts";

const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  CONNECTIONS.map(({ name }) => [name, name]),
);

/** How to connect an agent: one block to copy for each client. */
export function Connect({ agent, token }: { readonly agent: string; readonly token: string | undefined }) {
  const [name, setName] = useState(CONNECTIONS[0]!.name);
  const [status, setStatus] = useState("");
  const chosen = CONNECTIONS.find((each) => each.name === name) ?? CONNECTIONS[0]!;
  const text = chosen.text({ server: window.location.origin, agent, token });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus("Copied");
    } catch {
      setStatus("Copy it by hand: the browser does not allow it");
    }
  };
  return (
    <div>
      <RadioGroup
        label="Client"
        value={name}
        options={NAMES}
        choose={(next) => {
          setName(next);
          setStatus("");
        }}
      />
      <p className="my-2 text-ink-2">{chosen.note}</p>
      <pre
        tabIndex={0}
        aria-label={`To connect ${chosen.name}`}
        className="mono overflow-x-auto border border-hair bg-desk p-3"
      >
        {text}
      </pre>
      <div className="mt-2 flex items-center gap-3">
        <Button onClick={() => void copy()}>Copy</Button>
        <span role="status" className="text-meta text-ink-2">
          {status}
        </span>
      </div>
      {token === undefined ? (
        <p className="mt-2 text-second text-ink-3">Replace emd_your_token with the agent’s token.</p>
      ) : null}
    </div>
  );
}
