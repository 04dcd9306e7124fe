import { useSyncExternalStore } from "react";
import { ApiError, isLoggedOut } from "../api/api-error.ts";
import { queryClient } from "../api/query-client.ts";
import { createUndoQueue, type Failure } from "../lib/undo-queue.ts";
import { askToLogIn } from "./ask-to-log-in.ts";
import { sendApproval, sendApprovals } from "./send-approvals.ts";
import { queryKeys } from "../api/query-keys.ts";

export interface Approval {
  readonly id: string;
  readonly ruleId: string;
  readonly version: number;
  readonly text: string;
  readonly retiring: readonly string[];
}

export const approvalId = (ruleId: string, version: number): string => `${ruleId} ${version}`;

interface ApprovalOutcome {
  readonly isRefused: boolean;
  readonly message: string;
}

type Outcomes = ReadonlyMap<string, ApprovalOutcome>;

let outcomes: Outcomes = new Map();
const watchers = new Set<() => void>();

function tell(next: Outcomes): void {
  outcomes = next;
  for (const watch of watchers) watch();
}

export const useApprovalOutcomes = (): Outcomes =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => outcomes,
  );

const held = createUndoQueue<Approval>({
  send: async (work) => {
    const failed: Failure<Approval>[] = [];
    const nextOutcomes = new Map(outcomes);
    const [only] = work;
    try {
      if (work.length === 1 && only !== undefined)
        nextOutcomes.set(only.id, { isRefused: false, message: await sendApproval(only) });
      else {
        const { approved, refused } = await sendApprovals(work);
        for (const [id, message] of approved) nextOutcomes.set(id, { isRefused: false, message });
        failed.push(...refused);
      }
    } catch (error) {
      if (isLoggedOut(error)) askToLogIn(queryClient);
      failed.push(...work.map((one) => ({ work: one, error })));
    }
    for (const { work: one, error } of failed) {
      nextOutcomes.set(one.id, {
        isRefused: true,
        message: error instanceof Error ? error.message : String(error),
      });
    }
    void queryClient.invalidateQueries({ queryKey: queryKeys.rules.all() });
    void queryClient.invalidateQueries({ queryKey: queryKeys.counts.waiting() });
    // Until the page shows the approval, it would accept a second one.
    await queryClient.invalidateQueries({ queryKey: queryKeys.proposals.all() });
    tell(nextOutcomes);
    return failed;
  },
  canRetry: (error) =>
    error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status >= 500),
  // Retiring takes a second request, which a page that is being left cannot send.
  canLeave: (work) => work.every(({ retiring }) => retiring.length === 0),
});

export function approveLater(work: readonly Approval[]): void {
  const again = new Set(work.map(({ id }) => id));
  tell(new Map([...outcomes].filter(([id]) => !again.has(id))));
  held.later(work);
}

export const {
  undoLast: undoApproval,
  retry: retryApproval,
  dismiss: dismissApproval,
  use: usePendingApprovals,
} = held;
