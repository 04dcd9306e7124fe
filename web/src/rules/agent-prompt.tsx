import { useQuery } from "@tanstack/react-query";
import { Section } from "../components/section.tsx";
import { Failed } from "../components/states.tsx";
import { plural } from "../lib/format.ts";
import { useRuleLimits } from "./rule-limits.ts";
import { promptQuery } from "./rule-queries.ts";

const WHY: Readonly<Record<string, string>> = {
  other_agent: "for another agent",
  other_files: "for other files",
  flagged: "flagged",
  empty: "empty",
  check: "enforced by a check",
  limit: "over the rule limit",
  budget: "over the token budget",
  consolidated_into: "covered by another rule",
};

const formatLimit = (most: number | undefined): string =>
  most === undefined ? "" : ` of ${most.toLocaleString("en")}`;

export function AgentPrompt({
  agent,
  marked,
  most,
}: {
  readonly agent: string;
  readonly marked?: string;
  readonly most?: number;
}) {
  const { data, error, refetch } = useQuery(promptQuery(agent));
  const { rulesPerAgent, tokenBudget } = useRuleLimits();
  const lines = (data?.prompt ?? "").trimEnd().split("\n");
  const isMarked = (line: string): boolean => marked !== undefined && line.startsWith(`- ${marked}`);
  const at = Math.max(0, lines.findIndex(isMarked));
  const from = most === undefined || at < most ? 0 : at - Math.floor(most / 2);
  const shown = lines.slice(from, most === undefined ? undefined : from + most);
  const withheld = (data?.injection.withheld ?? []).filter(({ reason }) => reason !== "other_agent");
  return (
    <Section
      title={`In ${agent}’s prompt now`}
      end={
        data === undefined ? undefined : `${data.injection.rules.length}${formatLimit(rulesPerAgent)} rules`
      }
    >
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <div aria-busy="true" className="skeleton h-24" /> : null}
      {data === undefined ? null : data.prompt.trim() === "" ? (
        <p className="text-second text-ink-2">No rules. {agent} gets only its own prompt.</p>
      ) : (
        <div
          className="mono max-h-96 overflow-auto whitespace-pre-wrap text-ink-2"
          tabIndex={0}
          role="region"
          aria-label={`Prompt of ${agent}`}
        >
          {from > 0 ? <p className="text-ink-3">{plural(from, "line")} before</p> : null}
          {shown.map((line, index) => (
            <p
              key={from + index}
              className={`${line.startsWith("- ") ? "pl-[2ch] -indent-[2ch]" : "text-ink-3"} ${isMarked(line) ? "bg-sunk text-ink" : ""} ${line === "" ? "h-2" : ""}`}
            >
              {line}
            </p>
          ))}
          {from + shown.length < lines.length ? (
            <p className="text-ink-3">
              {plural(lines.length - from - shown.length, "more line", "more lines")}
            </p>
          ) : null}
        </div>
      )}
      {data === undefined || data.prompt.trim() === "" ? null : (
        <p className="mt-2 text-meta text-ink-3">
          {data.injection.tokens.toLocaleString("en")}
          {formatLimit(tokenBudget)} tokens.
        </p>
      )}
      {withheld.length === 0 ? null : (
        <p className="text-meta text-ink-3">
          Withheld: {[...new Set(withheld.map(({ reason }) => WHY[reason] ?? reason))].join(", ")} (
          {withheld.length + (data?.injection.withheld_more ?? 0)}).
        </p>
      )}
    </Section>
  );
}
