import { api } from "../api/api.ts";
import { ApiError, isLoggedOut } from "../api/api-error.ts";
import type { Operations } from "../api/contract.ts";
import { queryClient } from "../api/query-client.ts";
import { queryKeys } from "../api/query-keys.ts";
import { sessionQuery } from "../api/session.ts";
import { dropDraft } from "../lib/drafts.ts";
import { createUndoQueue, type Failure, type QueuedAction } from "../lib/undo-queue.ts";
import { dropReview } from "../review/draft.ts";

export type DecisionBody = Operations["decideSubmission"]["body"];

interface DecidedWork {
  readonly id: string;
  readonly title: string;
  readonly body: DecisionBody;
  /** The draft to drop once the server has the decision. */
  readonly draft?: string | undefined;
}

export type Act = QueuedAction<DecidedWork>;

/** Browsers allow 64 KiB of keepalive bodies in total from a page that is being left. */
const MAX_KEEPALIVE_BYTES = 60_000;

const fitsKeepalive = (work: readonly DecidedWork[]): boolean =>
  new Blob(work.map(({ body }) => JSON.stringify(body))).size <= MAX_KEEPALIVE_BYTES;

const held = createUndoQueue<DecidedWork>({
  send: async (work) => {
    const keepalive = fitsKeepalive(work);
    const person = queryClient.getQueryData(sessionQuery.queryKey)?.id;
    const failed: Failure<DecidedWork>[] = [];
    await Promise.all(
      work.map(async (one) => {
        const { id, body, draft } = one;
        try {
          await api("decideSubmission", { params: { submission_id: id }, body, keepalive });
          if (person === undefined) return;
          dropReview(person, id);
          if (draft !== undefined) dropDraft(person, draft);
        } catch (error) {
          failed.push({ work: one, error });
          void queryClient.invalidateQueries({ queryKey: queryKeys.submissions.one(id) });
        }
      }),
    );
    if (failed.some(({ error }) => isLoggedOut(error))) queryClient.setQueryData(sessionQuery.queryKey, null);
    return failed;
  },
  canRetry: (error) =>
    error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status >= 500),
  // A longer decision would be lost with the page, so it is not held back.
  isHeld: fitsKeepalive,
});

export const decideLater = held.later;
/** Undoes the last decision that has not been sent, and returns the submissions it was about. */
export const undoLast = (): readonly string[] => held.undoLast().map(({ id }) => id);
export const { retry, dismiss, use: usePendingDecisions } = held;
