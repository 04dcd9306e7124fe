import { ApiProblem, isLoggedOut } from "../api/api-error.ts";
import { queryClient } from "../api/query-client.ts";
import { sessionQuery } from "../api/session.ts";
import { dropDraft } from "../lib/drafts.ts";
import { createHeldActs, type Failure, type HeldAct } from "../lib/undo-queue.ts";
import { dropReview } from "../review/draft.ts";
import { api } from "../api/api.ts";
import type { Operations } from "../api/contract.ts";

interface DecidedWork {
  readonly id: string;
  readonly title: string;
  readonly body: DecisionBody;
  /** The name of a draft that is not needed any more once this has arrived. */
  readonly draft?: string;
}

export type Act = HeldAct<DecidedWork>;

const held = createHeldActs<DecidedWork>({
  send: async (work) => {
    const keepalive = canLeave(work.map(({ body }) => body));
    const person = queryClient.getQueryData(sessionQuery.queryKey)?.id;
    const failed: Failure<DecidedWork>[] = [];
    await Promise.all(
      work.map(async (one) => {
        try {
          await sendDecision(one.id, one.body, keepalive);
          if (person !== undefined) forgetDrafts(person, one);
        } catch (error) {
          failed.push({ work: one, error });
        }
      }),
    );
    if (failed.some(({ error }) => isLoggedOut(error))) queryClient.setQueryData(sessionQuery.queryKey, null);
    return failed;
  },
  canRetry: (error) =>
    error instanceof ApiProblem && (error.status === 0 || error.status === 401 || error.status >= 500),
});

function forgetDrafts(person: string, { id, draft }: DecidedWork): void {
  dropReview(person, id);
  if (draft !== undefined) dropDraft(person, draft);
}

/** Decides about work when the time to undo is over. */
export const decideLater = held.later;
/** Takes back the last decision that is not sent yet, and says which work it was about. */
export const undoLast = (): readonly string[] => held.undoLast().map(({ id }) => id);
export const { retry, dismiss, use: usePendingDecisions } = held;

type DecisionBody = Operations["decideSubmission"]["body"];

/** So much a browser lets out of a page that is being left, of all requests together. */
const MAX_LEAVING = 60_000;

/** Whether all of them still arrive though the page is left meanwhile. */
const canLeave = (bodies: readonly DecisionBody[]): boolean =>
  new Blob(bodies.map((body) => JSON.stringify(body))).size <= MAX_LEAVING;

/** Tells the server a decision; the same again changes nothing. */
async function sendDecision(id: string, body: DecisionBody, keepalive: boolean): Promise<void> {
  await api("decideSubmission", { params: { submission_id: id }, body, keepalive });
}
