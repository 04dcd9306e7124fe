import { type RefObject, useState } from "react";
import { decideLater, type DecisionBody } from "../inbox/pending-decisions.ts";
import { defined, orUndefined } from "../lib/defined.ts";
import type { Draft } from "./draft.ts";
import { editedOutput, linesChanged, type Output } from "./output.ts";
import type { Outcome, Submission } from "./submission.ts";
import type { ReadingTime } from "./use-reading-time.ts";

/** Decides a submission and goes on to the next. */
export function useDecide({
  submission: { id, title, agent },
  output,
  draft,
  time,
  queue,
  comment,
  change,
}: {
  readonly submission: Submission;
  readonly output: Output;
  readonly draft: Draft;
  readonly time: ReadingTime;
  readonly queue: { readonly next: string | null; readonly go: (submission: string) => void };
  readonly comment: RefObject<HTMLTextAreaElement | null>;
  readonly change: (part: Partial<Draft>) => void;
}): {
  readonly decide: (outcome: Outcome) => void;
  /** What is missing before it can be sent. */
  readonly missing: string | null;
} {
  const [isMissing, setMissing] = useState(false);
  const isSilent = draft.comment.trim() === "" && draft.tags.length === 0;
  const decide = (outcome: Outcome): void => {
    if (outcome === "rejected" && isSilent) {
      setMissing(true);
      change({ isRejecting: true });
      comment.current?.focus();
      return;
    }
    const hasEdits = outcome === "approved_with_changes" || linesChanged(output, draft.edits) > 0;
    const body: DecisionBody = {
      decision: outcome,
      duration_seconds: Math.round(time.ms() / 1_000),
      ...defined({
        comment: orUndefined(draft.comment),
        tags: draft.tags.length === 0 ? undefined : draft.tags,
        place: draft.place ?? undefined,
        edited_output: outcome === "approved" || !hasEdits ? undefined : editedOutput(output, draft.edits),
      }),
    };
    decideLater([{ id, title, body }]);
    if (queue.next !== null) queue.go(queue.next);
  };
  return {
    decide,
    missing:
      isMissing && draft.isRejecting && isSilent
        ? `Add a comment or a tag, so that ${agent} knows why.`
        : null,
  };
}
