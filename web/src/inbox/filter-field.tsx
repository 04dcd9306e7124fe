import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type Ref, useState } from "react";
import type { InboxFilter } from "./inbox-filter.ts";
import { countsQuery } from "./submission-queries.ts";

export function FilterField({
  filter,
  narrow,
  field,
}: {
  readonly filter: InboxFilter;
  readonly narrow: (filter: InboxFilter) => void;
  readonly field: Ref<HTMLInputElement>;
}) {
  const { data: counts } = useQuery(countsQuery);
  const [text, setText] = useState(filter.text ?? "");
  const { gate, agent } = filter;
  const type = (next: string): void => {
    setText(next);
    if (TOKEN.test(next)) return;
    narrow({ ...filter, text: next.trim() === "" ? undefined : next });
  };
  const drop = (name: "gate" | "agent"): void => narrow({ ...filter, [name]: undefined });
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Backspace" && text === "") {
      if (agent !== undefined) drop("agent");
      else if (gate !== undefined) drop("gate");
    }
    if (event.key === "Escape") event.currentTarget.blur();
    if (event.key !== "Enter") return;
    const [, name, rawValue] = TOKEN.exec(text) ?? [];
    const value = rawValue?.trim();
    if ((name === "agent" || name === "gate") && value !== undefined && value !== "") {
      const known =
        name === "agent" ? counts?.agents.map((one) => one.agent) : counts?.gates.map((one) => one.gate);
      narrow({ ...filter, text: undefined, [name]: nearest(value, known ?? []) });
      setText("");
    } else event.currentTarget.blur();
  };
  return (
    <div role="search" className="flex min-h-9 flex-wrap items-center gap-2 border-b border-edge py-1">
      {gate === undefined ? null : <Token name="gate" value={gate} drop={() => drop("gate")} />}
      {agent === undefined ? null : <Token name="agent" value={agent} drop={() => drop("agent")} />}
      <input
        ref={field}
        type="text"
        list="inbox-filters"
        aria-label="Filter submissions"
        placeholder="Filter: words, agent:rio, gate:…"
        className="min-w-40 flex-1 bg-transparent text-second outline-offset-4 placeholder:text-ink-3"
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <datalist id="inbox-filters">
        {counts?.agents.map((one) => (
          <option key={one.agent} value={`agent:${one.agent}`} />
        ))}
        {counts?.gates.map((one) => (
          <option key={one.gate} value={`gate:${one.gate}`} />
        ))}
      </datalist>
      <span className="text-second text-ink-3 max-md:hidden">
        Sorted by{" "}
        <b className="font-semibold text-ink-2">{filter.view === "decided" ? "last decided" : "time left"}</b>
      </span>
    </div>
  );
}

const TOKEN = /^(agent|gate):(.*)$/;

const nearest = (typed: string, known: readonly string[]): string => {
  const low = typed.toLowerCase();
  return (
    known.find((name) => name.toLowerCase() === low) ??
    known.find((name) => name.toLowerCase().startsWith(low)) ??
    known.find((name) => name.toLowerCase().includes(low)) ??
    typed
  );
};

function Token({
  name,
  value,
  drop,
}: {
  readonly name: string;
  readonly value: string;
  readonly drop: () => void;
}) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-tag bg-sunk pl-2 text-second">
      {name} <b className="font-semibold">{value}</b>
      <button
        type="button"
        className="min-h-6 px-2 text-ink-3 hover:text-ink"
        aria-label={`Remove the filter ${name} ${value}`}
        onClick={drop}
      >
        ×
      </button>
    </span>
  );
}
