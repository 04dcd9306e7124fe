import type { ReactNode } from "react";
import { plural } from "../lib/format.ts";
import { type AgentPattern, rateNumber, RATE_FROM, rejectedBefore, formatTrend } from "./format-agent.ts";
import type { Window } from "./windows.ts";

export function AgentFigures({
  pattern,
  window,
  rules,
}: {
  readonly pattern: AgentPattern;
  readonly window: Window;
  readonly rules: number | undefined;
}) {
  const { approved, approval_rate, approved_with_changes, decided, rejected, total, trend } = pattern;
  const isRate = approval_rate !== null && decided >= RATE_FROM;
  return (
    <dl className="mb-6 grid grid-cols-2 border-t border-hair-2 md:grid-cols-[1.5fr_1fr_1fr_1fr]">
      <Figure label={isRate ? `Approved, of ${decided} decided` : "Approved"}>
        {isRate ? (
          <>
            {rateNumber(approval_rate)} <small className="text-note">%</small>
          </>
        ) : (
          `${approved} of ${decided}`
        )}
        <PreviousValue>{formatTrend(pattern, window)}</PreviousValue>
      </Figure>
      <Figure label="Rejected">
        {rejected}
        <PreviousValue>
          was {rejectedBefore(pattern)} of {trend.decided_before} decided
        </PreviousValue>
      </Figure>
      <Figure label="Approved with changes">
        {approved_with_changes}
        <PreviousValue>of {plural(total, "piece")} of work</PreviousValue>
      </Figure>
      <Figure label="Rules">
        {rules ?? "–"}
        <PreviousValue>in its prompt now</PreviousValue>
      </Figure>
    </dl>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="border-r border-hair py-3 pr-3 last:border-0 not-first:pl-4 max-md:nth-3:border-t max-md:nth-3:pl-0 max-md:nth-4:border-t max-md:even:border-r-0">
      <dt className="text-meta text-ink-3">{label}</dt>
      <dd className="serif text-figure">{children}</dd>
    </div>
  );
}

const PreviousValue = ({ children }: { readonly children: ReactNode }) => (
  <span className="block font-sans text-second text-ink-2">{children}</span>
);
