import type { Schemas } from "../api/contract.ts";
import { FeedbackRow } from "./feedback-row.tsx";
import { summarizeExcerpt } from "./summary.ts";

export function MemberRow({
  member,
  isChecked,
  toggle,
}: {
  readonly member: Schemas["ClusterMember"];
  readonly isChecked: boolean;
  readonly toggle: (() => void) | undefined;
}) {
  const feedback = member.feedback;
  const check =
    toggle === undefined ? undefined : (
      <input
        type="checkbox"
        className="size-4.5 accent-ink"
        checked={isChecked}
        aria-label={`Select feedback by ${member.author}`}
        onChange={toggle}
      />
    );
  if (feedback === null) {
    return (
      <div className="flex items-center gap-3 px-5 py-3 text-ink-3 md:pl-4">
        {check}
        <span className="md:pl-9">This feedback was deleted.</span>
      </div>
    );
  }
  return (
    <div className="max-md:flex max-md:items-start">
      {check === undefined ? null : <div className="pt-4 pl-5 md:hidden">{check}</div>}
      <div className="min-w-0 flex-1">
        <FeedbackRow
          summary={summarizeExcerpt(feedback)}
          mark={check === undefined ? undefined : <span className="max-md:hidden">{check}</span>}
          end={
            member.by === null ? (
              <span title="Similarity to the rest of the cluster">similarity {member.score.toFixed(2)}</span>
            ) : (
              <span className="text-right">added by {member.by}</span>
            )
          }
        />
      </div>
    </div>
  );
}
