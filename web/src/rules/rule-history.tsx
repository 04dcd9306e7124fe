import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../api/api.ts";
import { Failed } from "../components/states.tsx";
import { Section } from "../components/section.tsx";
import { formatDay, formatMinute } from "../lib/format-date.ts";
import { historyQuery } from "./rule-queries.ts";

type Act = Answer<"getRuleHistory">["acts"][number];

const WORDS: Readonly<Record<Act["act"], string>> = {
  proposed: "proposed",
  proposed_again: "proposed again",
  modified: "rewritten",
  rolled_back: "rolled back to",
  approved: "approved",
  deferred: "deferred",
  came_into_force: "took effect",
  superseded: "was superseded",
  rejected: "rejected",
  expired: "expired",
  flagged: "flagged",
  retired: "retired",
};

/** Joins approvals with the activation they led to. */
function joinApprovals(acts: readonly Act[]): readonly Act[] {
  const began = new Set(acts.filter(({ act }) => act === "came_into_force").map(({ version }) => version));
  const approvers = (version: number): string =>
    acts
      .filter((each) => each.act === "approved" && each.version === version)
      .map(({ by, alone }) => `${by}${alone === true ? ", who works alone" : ""}`)
      .join(" and ");
  return acts
    .filter(({ act, version }) => act !== "approved" || !began.has(version))
    .map((act) => (act.act === "came_into_force" ? { ...act, by: approvers(act.version) } : act));
}

export function RuleHistory({ rule, most }: { readonly rule: string; readonly most?: number }) {
  const { data, error, refetch } = useQuery(historyQuery(rule));
  const acts = joinApprovals(data?.acts ?? []).toReversed();
  const shown = acts.slice(0, most);
  const more = acts.length - shown.length;
  return (
    <Section title="History" end={more > 0 ? `${more} more` : undefined}>
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? (
        <div aria-busy="true" className="grid gap-2">
          <div className="skeleton h-4" />
          <div className="skeleton h-4 w-4/5" />
        </div>
      ) : null}
      <ol>
        {shown.map((act) => (
          <li
            key={`${act.at} ${act.version} ${act.act} ${act.by}`}
            className="grid grid-cols-[64px_minmax(0,1fr)] gap-2 border-b border-hair py-2 text-second last:border-0"
          >
            <time dateTime={act.at} title={formatMinute(act.at)} className="text-meta/[18px] text-ink-3">
              {formatDay(act.at)}
            </time>
            <span>
              Version {act.version} {WORDS[act.act]}
              {act.by === null || act.by === ""
                ? ""
                : `${act.act === "came_into_force" ? ", approved" : ""} by ${act.by}`}
              {act.reason === null ? "." : ": "}
              {act.reason === null ? null : <q className="serif">{act.reason}</q>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
