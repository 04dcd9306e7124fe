import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { may, sessionQuery } from "../api/session.ts";
import { agentNames } from "../feedback/feedback-queries.ts";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";

export function RecordForm({
  what,
  record,
}: {
  readonly what: string;
  readonly record: (agent: string) => Promise<readonly string[]>;
}) {
  const { data: session } = useQuery(sessionQuery);
  const { data: agents = [] } = useQuery({ ...agentNames, enabled: may(session, "read") });
  const [agent, setAgent] = useState("");
  const [state, setState] = useState<"idle" | "sending" | { readonly problem: string } | readonly string[]>(
    "idle",
  );
  if (!may(session, "record")) return null;
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setState("sending");
    try {
      setState(await record(agent.trim()));
    } catch (error) {
      setState({ problem: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Section title="Record it">
      <form onSubmit={(event) => void send(event)} className="flex flex-wrap items-end gap-3">
        <label className="grid flex-[0_1_240px] gap-1 text-second text-ink-2">
          Agent
          <input
            className="field"
            list="agents-to-record"
            required
            maxLength={200}
            value={agent}
            placeholder="An agent’s name"
            onChange={(event) => {
              setAgent(event.target.value);
              if (Array.isArray(state)) setState("idle");
            }}
          />
        </label>
        <datalist id="agents-to-record">
          {agents.map(({ agent: name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button type="submit" disabled={agent.trim() === "" || state === "sending" || Array.isArray(state)}>
          Record {what}
        </Button>
      </form>
      <div role="status" className="mt-2 text-second">
        {typeof state !== "object" ? null : "problem" in state ? (
          <p className="text-red">{state.problem}</p>
        ) : (
          <p className="flex items-center gap-2">
            <Mark name="stet" tone="green" />
            Recorded.{" "}
            {state.slice(0, 3).map((id, at) => (
              <Link key={id} to="/feedback/$feedback" params={{ feedback: id }} search={{}}>
                {at === 0 ? "History" : `another`}
              </Link>
            ))}
          </p>
        )}
      </div>
    </Section>
  );
}
