import { randomUUID } from "node:crypto";
import { retryDelay, type RetryOptions } from "../../../core/event/retry-delay.ts";
import type { ConsumeOptions, Consumption, EventFault } from "../../../ports/event-log.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { attemptEntries, type DueEntry } from "./attempt-entries.ts";
import { createGroupLease, type GroupLease, type Lease } from "./group-lease.ts";
import { type FailedEntry, findFailures, acknowledgeEntries } from "./acknowledge-entries.ts";
import type { Doorbell } from "./doorbell.ts";

/**
 * Maximum entries waiting for a retry. During an outage, when every entry fails, the rest of the log stays unread.
 */
const MAX_RETRIES = 1_000;

const MAX_BATCH = 1_000;

export interface ConsumerContext {
  readonly database: SqlDatabase;
  readonly doorbell: Doorbell;
  readonly retry: RetryOptions;
  /** How long a consumer that stopped responding blocks its group. */
  readonly stuckMs: number;
  readonly pollMs: number;
  readonly random: () => number;
}

export interface SqlConsumption extends Consumption {
  readonly group: string;
  /** Number of entries on their first attempt that are not yet acknowledged. */
  readonly inHand: () => number;
}

/** Reads for a group while it holds the group's lease, and waits while another consumer does. */
export function consumeEvents(context: ConsumerContext, options: ConsumeOptions): SqlConsumption {
  const { database, doorbell, retry, stuckMs, pollMs, random } = context;
  const { handle } = options;
  const group = storedKey(options.group);
  const batch = Math.min(MAX_BATCH, Math.max(1, Math.trunc(options.batch ?? 100) || 1));
  const owner = storedKey(`${options.consumer} ${randomUUID()}`);
  const lease = createGroupLease(database, { group, owner, stuckMs });
  const stopping = new AbortController();
  const held = trackLease(lease, stuckMs);
  let inHand = 0;

  const report = (fault: Omit<EventFault, "group">): void => {
    try {
      options.onFault?.({ ...fault, group: options.group });
    } catch {
      // A failing listener must not stop the consumer.
    }
  };

  /** Runs the handler on entries and acknowledges them. */
  const work = async (entries: readonly DueEntry[]): Promise<void> => {
    if (entries.length === 0) return;
    inHand = entries.filter(({ attempt }) => attempt === 1).length;
    try {
      await held.during(async () => {
        const canContinue = () => !stopping.signal.aborted && held.isHeld();
        const outcomes = await attemptEntries(entries, handle, canContinue);
        if (outcomes.length === 0) return;
        const failures = findFailures(outcomes, retry, random);
        const settled = await acknowledgeEntries(database, outcomes, failures, { group, owner, stuckMs });
        if (settled) for (const failure of failures) report(toFault(failure, options.group));
      });
    } finally {
      inHand = 0;
    }
  };

  /** Reads and handles one batch, and returns how long to wait before the next. */
  const round = async (): Promise<number> => {
    const found = await held.hold();
    if (found === undefined) return pollMs;
    const { entries: retries, nextMs } = await readDueRetries(database, {
      group,
      batch,
      now: found.now,
      capMs: retry.capMs,
    });
    await work(retries);
    if (stopping.signal.aborted) return 0;
    const unread = await readUnread(database, { group, batch, after: found.position });
    await work(unread);
    return retries.length + unread.length > 0 ? 0 : Math.min(pollMs, nextMs);
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const seen = doorbell.count();
      let pauseMs: number;
      try {
        pauseMs = await round();
        failures = 0;
      } catch (cause) {
        failures += 1;
        const message = cause instanceof Error ? cause.message : String(cause);
        report({ code: "log_unreachable", message, cause });
        pauseMs = retryDelay(failures, random, retry);
      }
      if (pauseMs > 0) await doorbell.wait(pauseMs, seen, stopping.signal);
    }
    await lease.release().catch(() => undefined);
    doorbell.ring();
  };

  const done = run();
  return {
    group,
    inHand: () => inHand,
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

function toFault({ entry, error, reason, ...fate }: FailedEntry, group: string): Omit<EventFault, "group"> {
  const what = `entry ${entry.position} failed in ${group} on attempt ${entry.attempt}`;
  const rest = { entry: String(entry.position), cause: error };
  return fate.fate === "dead"
    ? {
        code: "dead_letter",
        message: `${what} and is now a dead letter; fix the cause and replay it: ${reason}`,
        ...rest,
      }
    : {
        code: "attempt_failed",
        message: `${what}; next attempt in ${fate.delayMs} ms: ${reason}`,
        ...rest,
      };
}

/** A lease as this process sees it, by its own monotonic clock. */
interface HeldLease {
  readonly isHeld: () => boolean;
  /** Takes or keeps the lease. Returns undefined if another consumer has it. */
  readonly hold: () => Promise<Lease | undefined>;
  /** Renews the lease while `work` runs. */
  readonly during: (work: () => Promise<void>) => Promise<void>;
}

function trackLease(lease: GroupLease, stuckMs: number): HeldLease {
  let heldUntil = 0;
  const renew = async (): Promise<void> => {
    const asked = performance.now();
    try {
      heldUntil = (await lease.renew()) ? asked + stuckMs : 0;
    } catch {
      // A later renewal may still succeed before the lease expires.
    }
  };
  return {
    isHeld: () => performance.now() < heldUntil,
    hold: async () => {
      const asked = performance.now();
      const held = await lease.hold();
      heldUntil = held === undefined ? 0 : asked + held.leftMs;
      return held;
    },
    during: async (work) => {
      const renewing = setInterval(() => void renew(), stuckMs / 3);
      try {
        await work();
      } finally {
        clearInterval(renewing);
      }
    },
  };
}

interface RetryQuery {
  readonly group: string;
  readonly batch: number;
  readonly now: number;
  /** Longest retry delay. */
  readonly capMs: number;
}

/** Entries that are due for a retry, in log order. If there are none, the time until the next one. */
async function readDueRetries(
  { db, run }: SqlDatabase,
  { group, batch, now, capMs }: RetryQuery,
): Promise<{ readonly entries: readonly DueEntry[]; readonly nextMs: number }> {
  const retries = db.selectFrom("event_retry").where("group_name", "=", group);
  const rows = await run(() =>
    retries
      .select(["position", "body", "attempts"])
      // A due time beyond the longest delay was written before the clock was set back.
      .where((eb) => eb.or([eb("due_at", "<=", now), eb("due_at", ">", now + 2 * capMs)]))
      .orderBy("due_at")
      .limit(batch)
      .execute(),
  );
  if (rows.length === 0) {
    const next = await run(() => retries.select(({ fn }) => fn.min("due_at").as("due")).executeTakeFirst());
    return { entries: [], nextMs: Math.max(1, (next?.due ?? Number.POSITIVE_INFINITY) - now) };
  }
  const entries = rows
    .map(({ position, body, attempts }) => ({ position, body, attempt: attempts + 1, isRetry: true }))
    .toSorted((a, b) => a.position - b.position);
  return { entries, nextMs: 0 };
}

/** Entries the group has not read yet, in order. */
async function readUnread(
  { db, run }: SqlDatabase,
  { group, batch, after }: { readonly group: string; readonly batch: number; readonly after: number },
): Promise<readonly DueEntry[]> {
  const rows = await run(() =>
    db
      .selectFrom("event")
      .select(["position", "body"])
      .where("position", ">", after)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("event_retry")
              .select("event_retry.position")
              .where("group_name", "=", group)
              .limit(1)
              .offset(MAX_RETRIES - 1),
          ),
        ),
      )
      .orderBy("position")
      .limit(batch)
      .execute(),
  );
  return rows.map((row) => ({ ...row, attempt: 1, isRetry: false }));
}
