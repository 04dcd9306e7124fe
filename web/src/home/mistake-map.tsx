import { Link } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { readableText } from "../lib/readable-text.ts";
import { formatCount } from "../lib/format.ts";
import type { Mistake } from "./home-queries.ts";

/** Agents by mistakes. A mark says that a rule is in force; red is a mistake that goes on although it is. */
export function MistakeMap({
  mistakes,
  columns,
}: {
  readonly mistakes: readonly Mistake[];
  readonly columns: number;
}) {
  const totals = new Map<string, number>();
  for (const { agents } of mistakes)
    for (const { agent, count } of agents) totals.set(agent, (totals.get(agent) ?? 0) + count);
  const ranked = [...totals].toSorted(([, a], [, b]) => b - a).map(([agent]) => agent);
  const shown = ranked.slice(0, ranked.length > columns ? columns - 1 : columns);
  const others = new Set(ranked.slice(shown.length));
  const most = Math.max(1, ...mistakes.flatMap(({ agents }) => agents.map(({ count }) => count)));
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">How often each agent made the most common mistakes</caption>
      <thead>
        <tr className="text-meta text-ink-3">
          <th
            scope="col"
            className="border-b border-hair-2 pb-1 font-normal"
            style={{ width: columns > 3 ? "42%" : "55%" }}
          >
            Mistake
          </th>
          {shown.map((agent) => (
            <th key={agent} scope="col" className="border-b border-hair-2 px-1 pb-1 text-center font-normal">
              {agent === "" ? (
                "no agent"
              ) : (
                <Link
                  className="plain-link block truncate hover:underline"
                  to="/agents/$agent"
                  params={{ agent }}
                  search={{}}
                  title={agent}
                >
                  {agent}
                </Link>
              )}
            </th>
          ))}
          {others.size === 0 ? null : (
            <th scope="col" className="border-b border-hair-2 px-1 pb-1 text-center font-normal">
              {others.size} more
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {mistakes.map((mistake) => (
          <Row key={mistake.cluster_id} mistake={mistake} shown={shown} others={others} most={most} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  mistake: { cluster_id, name, agents, rule },
  shown,
  others,
  most,
}: {
  readonly mistake: Mistake;
  readonly shown: readonly string[];
  readonly others: ReadonlySet<string>;
  readonly most: number;
}) {
  const label = name === "" ? "Words no longer stored" : readableText(name);
  const goesOn = agents.some(({ since_rule }) => since_rule > 0);
  const rest = agents.filter(({ agent }) => others.has(agent));
  const sum = (of: "count" | "since_rule"): number => rest.reduce((total, one) => total + one[of], 0);
  return (
    <tr>
      <th scope="row" aria-label={label} className="border-b border-hair py-2 pr-3 align-top font-normal">
        <span className="flex items-start gap-2">
          <span className="w-[18px] shrink-0">
            {rule === null ? null : (
              <Link
                to="/rules/$rule"
                params={{ rule: rule.id }}
                title={`In force since ${rule.since}: ${rule.text}`}
                className="block min-h-6"
              >
                <Mark
                  name="stet"
                  tone={goesOn ? "red" : "green"}
                  label={
                    goesOn
                      ? "A rule is in force, and the mistake goes on"
                      : "A rule is in force, and the mistake stopped"
                  }
                />
              </Link>
            )}
          </span>
          <Link
            to="/clusters/$cluster"
            params={{ cluster: cluster_id }}
            search={{}}
            dir="auto"
            className="plain-link serif inline-block min-h-6 text-quote hover:underline"
          >
            <VisibleText text={label} />
          </Link>
        </span>
      </th>
      {shown.map((agent) => {
        const found = agents.find((one) => one.agent === agent);
        return <Cell key={agent} count={found?.count ?? 0} since={found?.since_rule ?? 0} most={most} />;
      })}
      {others.size === 0 ? null : <Cell count={sum("count")} since={sum("since_rule")} most={most} />}
    </tr>
  );
}

function Cell({
  count,
  since,
  most,
}: {
  readonly count: number;
  readonly since: number;
  readonly most: number;
}) {
  const share = Math.round((count / most) * 100);
  return (
    <td className="border-b border-l border-hair p-0 text-center align-middle">
      {count === 0 ? (
        <span className="text-ink-3">
          <span aria-hidden="true">·</span>
          <span className="sr-only">none</span>
        </span>
      ) : (
        <span
          className={`relative block py-2 text-second ${since > 0 ? "font-semibold text-red" : "text-ink"}`}
          title={since > 0 ? `${formatCount(since)} since the rule` : undefined}
        >
          <svg
            aria-hidden="true"
            className="absolute inset-x-0 bottom-0 h-[3px] w-full"
            viewBox="0 0 100 3"
            preserveAspectRatio="none"
          >
            <rect width={share} height="3" className={since > 0 ? "fill-red" : "fill-edge"} />
          </svg>
          {formatCount(count)}
          {since > 0 ? <span className="sr-only">, {formatCount(since)} of them since the rule</span> : null}
        </span>
      )}
    </td>
  );
}
