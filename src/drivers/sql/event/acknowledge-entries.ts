import { type RawBuilder, sql, type Transaction } from "kysely";
import { reasonOf, retryDelay, type RetryOptions } from "../../../core/event/retry-delay.ts";
import { UnfitEvent } from "../../../ports/event-log.ts";
import { affectedRows } from "../query.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import type { AttemptOutcome, DueEntry } from "./attempt-entries.ts";

export interface AcknowledgeOptions {
  readonly group: string;
  readonly owner: string;
  readonly stuckMs: number;
}

/** A failed entry and what happens to it next. */
export type FailedEntry = {
  readonly entry: DueEntry;
  readonly error: unknown;
  readonly reason: string;
} & ({ readonly fate: "retry"; readonly delayMs: number } | { readonly fate: "dead" });

/** Decides for each failed attempt whether to retry it or make it a dead letter. */
export function findFailures(
  outcomes: readonly AttemptOutcome[],
  retry: RetryOptions,
  random: () => number,
): readonly FailedEntry[] {
  return outcomes.flatMap(({ entry, thrown }): readonly FailedEntry[] => {
    if (thrown === undefined) return [];
    const { error } = thrown;
    const reason = storedText(reasonOf(error));
    if (error instanceof UnfitEvent || entry.attempt >= retry.attempts) {
      return [{ entry, error, reason, fate: "dead" }];
    }
    return [{ entry, error, reason, fate: "retry", delayMs: retryDelay(entry.attempt, random, retry) }];
  });
}

/**
 * Acknowledges in one transaction: advances the group and stores what failed. Returns false and changes nothing if
 * another consumer has taken over.
 */
export function acknowledgeEntries(
  { dialect, now, transact }: SqlDatabase,
  outcomes: readonly AttemptOutcome[],
  failures: readonly FailedEntry[],
  { group, owner, stuckMs }: AcknowledgeOptions,
): Promise<boolean> {
  const lastUnread = outcomes.findLast(({ entry }) => !entry.isRetry);
  const retried = outcomes.filter(({ entry }) => entry.isRetry).map(({ entry }) => entry.position);
  return transact(async (transaction) => {
    const updated = transaction
      .updateTable("event_group")
      .set({
        lease_until: sql<number>`${dialect.clock} + ${sql.lit(stuckMs)}`,
        ...(lastUnread === undefined ? {} : { position: lastUnread.entry.position }),
      })
      .where("name", "=", group)
      .where("owner", "=", owner);
    if ((await affectedRows(updated)) === 0) return false;
    if (retried.length > 0) {
      await transaction
        .deleteFrom("event_retry")
        .where("group_name", "=", group)
        .where("position", "in", retried)
        .execute();
    }
    for (const failure of failures) {
      if (failure.fate === "dead") await addDeadLetter(transaction, group, failure, now().toISOString());
      else await scheduleRetry(transaction, group, failure, failure.delayMs, dialect.clock);
    }
    return true;
  });
}

async function scheduleRetry(
  transaction: Transaction<Tables>,
  group: string,
  { entry }: FailedEntry,
  delayMs: number,
  clock: RawBuilder<number>,
): Promise<void> {
  await transaction
    .insertInto("event_retry")
    .values({
      group_name: group,
      position: entry.position,
      body: entry.body,
      attempts: entry.attempt,
      due_at: sql<number>`${clock} + ${sql.lit(delayMs)}`,
    })
    .execute();
}

async function addDeadLetter(
  transaction: Transaction<Tables>,
  group: string,
  { entry, reason }: FailedEntry,
  time: string,
): Promise<void> {
  const { position, body, attempt } = entry;
  await transaction
    .insertInto("event_dead")
    .values({ group_name: group, position, body, reason, attempts: attempt, died_at: time })
    .execute();
}
