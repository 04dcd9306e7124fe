import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { countsQuery } from "../inbox/submission-queries.ts";
import { waitingQuery } from "../shell/waiting-query.ts";
import { capitalize, countWord } from "../lib/format.ts";

/** What waits for a person, first of all. */
export function Waiting() {
  const { data: work } = useQuery(countsQuery);
  const { data: waiting } = useQuery(waitingQuery);
  if (work === undefined || waiting === undefined)
    return <div aria-busy="true" className="skeleton mb-6 h-6 w-1/2" />;
  const lines: ReactNode[] = [];
  if (work.waiting > 0)
    lines.push(
      <Line key="work" isLate={work.overdue > 0}>
        <Link to="/inbox" search={{}}>
          {numberOf(work.waiting, "submission")} to review
        </Link>
        {work.overdue > 0 ? `, ${countWord(work.overdue)} past due` : ""}
      </Line>,
    );
  if (waiting.proposals > 0)
    lines.push(
      <Line key="proposals">
        <Link to="/proposals" search={{}}>
          {numberOf(waiting.proposals, "proposal")} to decide
        </Link>
      </Line>,
    );
  if (waiting.feedback > 0)
    lines.push(
      <Line key="contradictions">
        <Link to="/feedback" search={{ view: "ambiguous" }}>
          {numberOf(waiting.feedback, "contradiction")} to resolve
        </Link>
      </Line>,
    );
  if (waiting.flagged > 0)
    lines.push(
      <Line key="flagged">
        <Link to="/rules" search={{ state: "flagged" }}>
          {numberOf(waiting.flagged, "rule")} that may not help
        </Link>
      </Line>,
    );
  if (waiting.decidedTrials > 0)
    lines.push(
      <Line key="trials">
        <Link to="/trials" search={{ state: "stopped" }}>
          {numberOf(waiting.decidedTrials, "trial")} with a verdict this week
        </Link>
      </Line>,
    );
  if (waiting.offers > 0)
    lines.push(
      <Line key="offers">
        <Link to="/trials" search={{ state: "needed" }}>
          {numberOf(waiting.offers, "rule")} to try without
        </Link>
      </Line>,
    );
  return (
    <section aria-label="Waiting for you" className="mb-6">
      {lines.length === 0 ? (
        <p className="text-row text-ink-2">Nothing waits for you.</p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-row">{lines}</ul>
      )}
    </section>
  );
}

const numberOf = (count: number, one: string): string =>
  `${capitalize(countWord(count))} ${count === 1 ? one : `${one}s`}`;

const Line = ({ isLate = false, children }: { readonly isLate?: boolean; readonly children: ReactNode }) => (
  <li className={isLate ? "text-red" : ""}>{children}</li>
);
