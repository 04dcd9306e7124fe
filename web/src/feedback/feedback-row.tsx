import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import type { FeedbackSummary } from "./summary.ts";
import { Mark, type MarkName } from "../components/mark.tsx";
import { OUTCOMES, type Outcome } from "./feedback-search.ts";

export function FeedbackRow({
  summary,
  mark,
  end,
  children,
}: {
  readonly summary: FeedbackSummary;
  readonly mark?: ReactNode;
  readonly end?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] md:grid-cols-[48px_minmax(0,1fr)_116px]">
      <div className="flex justify-center pt-3 max-md:hidden">
        {mark ?? <OutcomeMark outcome={summary.outcome} />}
      </div>
      <div className="min-w-0 py-3 pr-5 pl-5 md:pl-[20px]">
        <Link
          to="/feedback/$feedback"
          params={{ feedback: summary.id }}
          className="plain-link serif line-clamp-2 text-rule max-md:py-1 break-words hover:underline"
        >
          <VisibleText text={summary.text.slice(0, 400)} />
        </Link>
        <p className="mt-1 flex flex-wrap gap-x-3 text-meta text-ink-3">
          <span>
            {summary.agent === undefined ? null : (
              <strong className="font-semibold text-ink-2">
                <VisibleText text={summary.agent} />
              </strong>
            )}
            {summary.agent === undefined ? "" : ", "}
            <VisibleText text={summary.author.id} />
          </span>
          {summary.path === undefined ? null : (
            <span className="min-w-0 font-mono break-all">
              <VisibleText text={summary.path} />
            </span>
          )}
          {summary.tags.length === 0 ? null : (
            <span className="min-w-0 break-words">
              <VisibleText text={summary.tags.join(", ")} />
            </span>
          )}
          <span className="md:hidden">
            <Ago time={summary.time} />
          </span>
        </p>
        {children}
      </div>
      <div
        className={`grid content-start justify-items-end gap-0.5 py-3 pr-[28px] text-second text-ink-2 max-md:px-5 max-md:pt-0 ${end === undefined ? "max-md:hidden" : "max-md:flex max-md:gap-3"}`}
      >
        {end}
        <span className="text-meta text-ink-3 max-md:hidden">
          <Ago time={summary.time} />
        </span>
      </div>
    </div>
  );
}

const MARKS: Readonly<Record<Outcome, readonly [MarkName, "ink" | "green"]>> = {
  approved: ["stet", "green"],
  approved_with_changes: ["caret", "ink"],
  rejected: ["dele", "ink"],
};

export function OutcomeMark({ outcome }: { readonly outcome: Outcome | null }) {
  if (outcome === null) return null;
  const [name, tone] = MARKS[outcome];
  return <Mark name={name} tone={tone} label={OUTCOMES[outcome]} />;
}
