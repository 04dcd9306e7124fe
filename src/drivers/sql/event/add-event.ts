import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** An outgoing event names its record and repeats none of its text. */
export interface EventPayload {
  readonly id: string;
  /** For records that change. Each revision is published once. */
  readonly revision?: number;
  readonly status?: string;
  readonly standing?: string;
  /** For submissions and rounds: the agent. For submissions: the gate. */
  readonly agent?: string;
  readonly gate?: string;
  /** For rounds: the task and the number of the round. */
  readonly task?: string;
  readonly round?: number;
  /** For checks: the rule. */
  readonly rule?: string;
  /** For rules, checks, rollouts and trials: the audit actions. Left out if nobody acted. */
  readonly acts?: readonly string[];
}

export interface ChangedPayload extends EventPayload {
  readonly revision: number;
}

/** Adds an event to the outbox in the transaction of the change it describes. */
export async function addEvent(
  transaction: Transaction<Tables>,
  type:
    | "rule.changed"
    | "check.changed"
    | "evaluation.changed"
    | "evaluation.ambiguous"
    | "cluster.changed"
    | "submission.changed"
    | "alert.raised"
    | "alert.cleared"
    | "rollout.changed"
    | "trial.changed"
    | "iteration.escalated",
  payload: ChangedPayload,
  now: () => Date,
): Promise<void> {
  await transaction
    .insertInto("outbox")
    .values({ type, payload: JSON.stringify(payload), created_at: now().toISOString() })
    .execute();
}
