import { useMutation } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { api } from "../api/api.ts";
import { isLoggedOut } from "../api/api-error.ts";
import type { Operations } from "../api/contract.ts";
import { queryClient } from "../api/query-client.ts";
import { sessionQuery } from "../api/session.ts";
import { decideLater } from "../inbox/pending-decisions.ts";
import type { Draft } from "./draft.ts";
import { editedOutput, linesChanged, type Output } from "./output.ts";
import type { Outcome, Submission } from "./submission.ts";
import type { ReadingTime } from "./use-reading-time.ts";
import { submissionQuery } from "../inbox/submission-queries.ts";

type Body = Operations["decideSubmission"]["body"];

/** A browser lets at most 64 KiB out of a page that is being left, so what is longer is not held back but sent at once. */
const MAX_HELD = 60_000;

/** Answers a submission and goes on to the next. */
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
  /** What has to be there before it can be sent. */
  readonly missing: string | null;
  readonly problem: string | null;
} {
  const [isMissing, setMissing] = useState(false);
  const goOn = (): void => {
    if (queue.next !== null) queue.go(queue.next);
  };
  const sending = useMutation({
    mutationFn: (body: Body) => api("decideSubmission", { params: { submission_id: id }, body }),
    onSuccess: (decided) => {
      queryClient.setQueryData(submissionQuery(id).queryKey, decided);
      goOn();
    },
    onError: (error) => {
      if (isLoggedOut(error)) queryClient.setQueryData(sessionQuery.queryKey, null);
      void queryClient.invalidateQueries({ queryKey: submissionQuery(id).queryKey });
    },
  });
  const isSilent = draft.comment.trim() === "" && draft.tags.length === 0;
  const decide = (outcome: Outcome): void => {
    if (sending.isPending) return;
    if (outcome === "rejected" && isSilent) {
      setMissing(true);
      change({ isRejecting: true });
      comment.current?.focus();
      return;
    }
    const hasEdits = outcome === "approved_with_changes" || linesChanged(output, draft.edits) > 0;
    const body: Body = {
      decision: outcome,
      duration_seconds: Math.round(time.ms() / 1_000),
      ...(draft.comment.trim() === "" ? {} : { comment: draft.comment.trim() }),
      ...(draft.tags.length === 0 ? {} : { tags: draft.tags }),
      ...(outcome === "approved" || !hasEdits ? {} : { edited_output: editedOutput(output, draft.edits) }),
    };
    if (new Blob([JSON.stringify(body)]).size > MAX_HELD) {
      sending.mutate(body);
      return;
    }
    decideLater([{ id, title, body }]);
    goOn();
  };
  const isWanted = isMissing && draft.isRejecting && isSilent;
  return {
    decide,
    missing: isWanted ? `Say what is wrong, or choose a tag: ${agent} has to know why.` : null,
    problem: sending.error === null ? null : `${sending.error.message} What you wrote is kept.`,
  };
}
