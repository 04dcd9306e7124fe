import { Link } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { Tag } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { DID, OUTCOME_MARKS, type Submission } from "./submission.ts";

export function DecidedNote({
  submission,
  person,
}: {
  readonly submission: Submission;
  readonly person: string;
}) {
  const { decision, withdrawal } = submission;
  if (withdrawal !== undefined) {
    return (
      <div role="status" className="border-y border-ink px-5 py-3 md:pl-[68px]">
        <p>
          <b className="font-semibold">{withdrawal.by}</b> withdrew it <Ago time={withdrawal.time} />.{" "}
          <VisibleText text={withdrawal.reason} />
        </p>
      </div>
    );
  }
  if (decision === undefined) return null;
  const { reviewer, time, comment, tags, feedback_id, place } = decision;
  return (
    <div role="status" className="relative border-y border-ink px-5 py-3 md:pl-[68px]">
      <span className="absolute top-3 left-[15px] max-md:hidden">
        <Mark
          name={OUTCOME_MARKS[decision.decision]}
          tone={decision.decision === "approved" ? "green" : "ink"}
        />
      </span>
      <p>
        <b className="font-semibold">{reviewer === person ? "You" : reviewer}</b> {DID[decision.decision]}{" "}
        {decision.decision === "approved_with_changes" ? "" : "it "}
        <Ago time={time} />.{" "}
        <Link to="/feedback/$feedback" params={{ feedback: feedback_id }}>
          See the feedback
        </Link>
      </p>
      {comment === undefined ? null : (
        <p className="serif mt-1 text-quote break-words">
          <VisibleText text={comment} />
        </p>
      )}
      {place === undefined ? null : (
        <p className="mono mt-1 break-all text-ink-2">
          <VisibleText text={place.path} isOneLine />:{place.line}
          {place.end_line === place.line ? "" : `–${place.end_line}`}
        </p>
      )}
      {tags.length === 0 ? null : (
        <p className="mt-2 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
      )}
    </div>
  );
}
