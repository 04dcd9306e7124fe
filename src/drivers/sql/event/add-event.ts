import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** What an outgoing event says: which record, and none of its words. */
export interface EventPayload {
  readonly id: string;
  /** Of records that change: each revision is told once. */
  readonly revision?: number;
  readonly status?: string;
  readonly standing?: string;
  /** Of submissions and rounds: whose work it is; of submissions, where it waits. */
  readonly agent?: string;
  readonly gate?: string;
  /** Of rounds: the task and the number of the round. */
  readonly task?: string;
  readonly round?: number;
  /** Of rules and rollouts: what was done, as the audit log names it; left out where nobody did anything. */
  readonly acts?: readonly string[];
}

export interface ChangedPayload extends EventPayload {
  readonly revision: number;
}

/** Adds an event to those that wait to be published, in the transaction of the change it tells of. */
export async function addEvent(
  transaction: Transaction<Tables>,
  type:
    | "rule.changed"
    | "evaluation.changed"
    | "evaluation.ambiguous"
    | "cluster.changed"
    | "submission.changed"
    | "alert.raised"
    | "alert.cleared"
    | "rollout.changed"
    | "iteration.escalated",
  payload: ChangedPayload,
  now: () => Date,
): Promise<void> {
  await transaction
    .insertInto("outbox")
    .values({ type, payload: JSON.stringify(payload), created_at: now().toISOString() })
    .execute();
}
