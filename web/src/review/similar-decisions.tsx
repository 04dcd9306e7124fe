import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Answer } from "../api/api.ts";
import { similarDecisionsQuery } from "../inbox/submission-queries.ts";
import { Mark, type MarkName } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { Failed } from "../components/states.tsx";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import type { Outcome } from "./submission.ts";

type SimilarDecision = Answer<"getSimilarDecisions">["items"][number];

const FIRST = 3;

export function SimilarDecisions({ submission }: { readonly submission: string }) {
  const { data, error, isPending, refetch } = useQuery(similarDecisionsQuery(submission));
  const [isOpen, setOpen] = useState(false);
  const items = data?.items ?? [];
  const shown = isOpen ? items : items.slice(0, FIRST);
  const end = items.length === 0 ? undefined : String(items.length);
  return (
    <Section title="Similar past decisions" end={end}>
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {isPending ? <Loading /> : null}
      {data !== undefined && items.length === 0 ? (
        <p className="text-second text-ink-2">No similar work was corrected before.</p>
      ) : null}
      <ul>
        {shown.map((item) => (
          <Past key={item.feedback.id} {...item} />
        ))}
      </ul>
      {items.length > shown.length ? (
        <button type="button" className="quiet mt-2 text-second" onClick={() => setOpen(true)}>
          {items.length - shown.length} more
        </button>
      ) : null}
    </Section>
  );
}

const MARKS: Readonly<Record<Outcome, readonly [MarkName, string, string]>> = {
  rejected: ["dele", "Rejected", "rejected"],
  approved_with_changes: ["caret", "Approved with changes", "changed"],
  approved: ["stet", "Approved", "approved"],
};

const BECAUSE: Readonly<Record<SimilarDecision["because"], string>> = {
  same_file: "same file",
  same_agent: "same agent, says the same",
  same_meaning: "says the same",
};

function Past({ feedback, score, because }: SimilarDecision) {
  const [mark, label, did] = MARKS[feedback.outcome ?? "rejected"];
  const comment = feedback.comment ?? feedback.wrong ?? feedback.correction?.summary;
  return (
    <li className="flex items-start gap-3 border-t border-hair py-3 first:border-0 first:pt-0">
      <Mark name={mark} label={label} tone={mark === "stet" ? "green" : "ink"} />
      <div className="min-w-0 flex-1">
        <p className="serif text-quote break-words">
          {comment === undefined ? <em>Without a comment</em> : <VisibleText text={comment.slice(0, 600)} />}
        </p>
        <p className="mt-1 text-meta text-ink-2">
          <b className="font-semibold">{feedback.author.id}</b> {did}{" "}
          <b className="font-semibold">{feedback.agent ?? "an agent"}</b>, <Ago time={feedback.time} />,{" "}
          <Link to="/feedback/$feedback" params={{ feedback: feedback.id }}>
            {feedback.task ?? "details"}
          </Link>
        </p>
        <p className="mt-0.5 text-meta text-ink-3">
          {BECAUSE[because]}
          {because === "same_file" ? (
            <>
              : <span className="mono break-all">{feedback.target?.path}</span>
            </>
          ) : (
            `, similarity ${score.toFixed(2)}`
          )}
        </p>
      </div>
    </li>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-2">
      <span className="sr-only">Loading</span>
      <div className="skeleton h-4 w-4/5" />
      <div className="skeleton h-3 w-3/5" />
    </div>
  );
}
