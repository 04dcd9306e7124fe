import { api } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import type { Schemas } from "../api/contract.ts";
import { queryClient } from "../api/query-client.ts";
import { queryKeys } from "../api/query-keys.ts";
import { sessionQuery } from "../api/session.ts";
import { dropDraft } from "../lib/drafts.ts";
import { createUndoQueue, type Failure } from "../lib/undo-queue.ts";

/** What a person decided about a rule in force. */
export interface RuleAct {
  /** Of the rule. */
  readonly id: string;
  /** As in "You retired this rule." */
  readonly did: string;
  /** The draft to drop once the server has it. */
  readonly draft: string;
  readonly send: () => Promise<unknown>;
  readonly done: () => void;
}

const CHANGED_MEANWHILE =
  "Somebody changed this rule while you were reading. The page is up to date again. Retry if you still want to.";

/** Refreshes what the app shows of rules, and returns the revision of this one. */
export async function refreshRule(id: string): Promise<number> {
  await queryClient.invalidateQueries({ queryKey: queryKeys.rules.all() });
  void queryClient.invalidateQueries({ queryKey: queryKeys.proposals.all() });
  void queryClient.invalidateQueries({ queryKey: queryKeys.counts.waiting() });
  // Fetched directly, because the queries of the page may be cancelled.
  return (await api("getRule", { params: { rule_id: id } })).revision;
}

/** Fails if the rule is no longer what somebody read. */
export async function requireUnchanged({
  id,
  revision,
}: Pick<Schemas["Rule"], "id" | "revision">): Promise<void> {
  const now = await api("getRule", { params: { rule_id: id } });
  if (now.revision !== revision) throw new Error(CHANGED_MEANWHILE);
}

const held = createUndoQueue<RuleAct>({
  send: async (work) => {
    const person = queryClient.getQueryData(sessionQuery.queryKey)?.id;
    const failed: Failure<RuleAct>[] = [];
    for (const act of work) {
      try {
        await act.send();
        if (person !== undefined) dropDraft(person, act.draft);
      } catch (error) {
        const isOutdated = error instanceof ApiError && (error.status === 412 || error.code === "rule_busy");
        failed.push({
          work: act,
          error: isOutdated ? new Error(CHANGED_MEANWHILE, { cause: error }) : error,
        });
      }
      await refreshRule(act.id).catch(() => undefined);
      act.done();
    }
    return failed;
  },
  canRetry: (error) =>
    error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status >= 500),
});

export const {
  later: actLater,
  undoLast: undoAct,
  retry: retryAct,
  dismiss: dismissAct,
  use: useHeldActs,
} = held;
