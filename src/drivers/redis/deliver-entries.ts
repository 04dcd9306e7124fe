import { defined } from "../../core/defined.ts";
import { readStreamEntry } from "../../core/event/read-stream-entry.ts";
import { reasonOf, retryDelay, type RetryOptions } from "../../core/event/retry-delay.ts";
import { UnfitEvent, type ConsumeOptions, type EventFault, type LogEntry } from "../../ports/event-log.ts";
import { keyOf, type GroupReader, type OwnEntry, type TakenEntry } from "./group-reader.ts";
import type { Holdings } from "./hold-entries.ts";
import type { Stopper } from "./stopper.ts";

export interface DeliverContext extends Holdings {
  readonly reader: GroupReader;
  readonly stopper: Stopper;
  readonly retry: RetryOptions;
  readonly random: () => number;
  readonly now: () => string;
  readonly group: string;
  readonly handle: ConsumeOptions["handle"];
  readonly report: (fault: Omit<EventFault, "group">) => void;
  readonly insist: (act: () => Promise<void>) => Promise<void>;
}

export interface EntryDelivery {
  /** Hands over entries together, and one by one if that fails. */
  readonly deliver: (entries: readonly TakenEntry[]) => Promise<void>;
  /** Hands over one waiting entry as another attempt. */
  readonly redeliver: (own: OwnEntry) => Promise<void>;
  /** Reports an entry that was deleted before anyone handled it. */
  readonly reportLost: (own: OwnEntry) => void;
}

type Fit = readonly [taken: TakenEntry, entry: LogEntry];

export function createDelivery(context: DeliverContext): EntryDelivery {
  const { reader, stopper, retry, random, group, report, insist, inProgress, waiting } = context;

  const bury = async (
    entry: TakenEntry,
    reason: string,
    cause?: unknown,
    unreadable = false,
  ): Promise<void> => {
    await insist(() => reader.bury(entry, { reason, time: context.now(), unreadable }));
    report({
      code: "dead_letter",
      message: `${entry.entry} is a dead letter of ${group} after attempt ${entry.attempt}: ${reason}`,
      entry: entry.entry,
      ...defined({ cause }),
    });
  };

  const attempt = async (entries: readonly Fit[]): Promise<{ readonly thrown: unknown } | undefined> => {
    try {
      await context.handle(entries.map(([, entry]) => entry));
      return undefined;
    } catch (thrown) {
      return { thrown };
    }
  };
  const acknowledge = (entries: readonly Fit[]): Promise<void> =>
    insist(() => reader.acknowledge(entries.map(([taken]) => taken)));

  const fail = async (taken: TakenEntry, thrown: unknown): Promise<void> => {
    const reason = reasonOf(thrown);
    if (thrown instanceof UnfitEvent || taken.attempt >= retry.attempts) return bury(taken, reason, thrown);
    const delay = retryDelay(taken.attempt, random, retry);
    waiting.set(keyOf(taken), { source: taken.source, id: taken.id, due: performance.now() + delay });
    report({
      code: "attempt_failed",
      message:
        `attempt ${taken.attempt} of ${retry.attempts} at ${taken.entry} failed, ` +
        `the next is in ${delay} ms: ${reason}`,
      entry: taken.entry,
      cause: thrown,
    });
  };

  const deliver = async (entries: readonly TakenEntry[]): Promise<void> => {
    for (const { source, id } of entries) inProgress.set(keyOf({ source, id }), { source, id });
    // Single acknowledgements are not awaited: a server that syncs its disk handles many together.
    const acknowledged: Promise<void>[] = [];
    try {
      const fit: Fit[] = [];
      for (const taken of entries) {
        const read = readStreamEntry(taken.fields);
        if (read.state === "malformed") await bury(taken, read.reason, undefined, true);
        else fit.push([taken, { id: taken.entry, event: read.event, attempt: taken.attempt }]);
      }
      if (fit.length > 1 && (await attempt(fit)) === undefined) return await acknowledge(fit);
      for (const one of fit) {
        // Stopping ends after the current call. Others handle what it failed at.
        if (fit.length > 1 && stopper.stopping) return;
        const failure = await attempt([one]);
        // If Redis is gone while stopping, the acknowledgement fails and others take over the entry.
        if (failure === undefined) acknowledged.push(acknowledge([one]).catch(() => {}));
        else await fail(one[0], failure.thrown);
      }
    } finally {
      await Promise.all(acknowledged);
      inProgress.clear();
    }
  };

  const reportLost = ({ id }: OwnEntry): void =>
    report({
      code: "attempt_failed",
      message: `${id} was deleted from the log before it was handled`,
      entry: id,
    });

  const redeliver = async (own: OwnEntry): Promise<void> => {
    const taken = await reader.take(own);
    waiting.delete(keyOf(own));
    if (taken === "gone") return reportLost(own);
    if (taken === undefined) return;
    if (taken.attempt <= retry.attempts) return deliver([taken]);
    const deliveries = taken.attempt - 1;
    await bury(
      { ...taken, attempt: deliveries },
      `delivered ${deliveries} times, and its reader crashed each time`,
    );
  };

  return { deliver, redeliver, reportLost };
}
