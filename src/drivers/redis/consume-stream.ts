import type { Redis } from "ioredis";
import type { RetryOptions } from "../../core/event/retry-delay.ts";
import type { ConsumeOptions, Consumption, EventFault } from "../../ports/event-log.ts";
import { backoffDelay } from "./connect-redis.ts";
import { createDelivery, type EntryDelivery } from "./deliver-entries.ts";
import type { GroupReader, TakenEntry } from "./group-reader.ts";
import { type HeldEntries, holdEntries } from "./hold-entries.ts";
import { isGroupGone, redisError } from "./redis-error.ts";
import { createStopper, type Stopper } from "./stopper.ts";

/** Attempts to end a wait, 10 ms apart, before closing its connection. */
const MAX_UNBLOCK_TRIES = 50;

export interface StreamContext {
  readonly reader: GroupReader;
  /** The connection that blocks for entries. It belongs to this consumer, which closes it. */
  readonly blocking: Redis;
  /** Ends the wait of the connection with this id. */
  readonly unblock: (clientId: number) => Promise<unknown>;
  readonly location: string;
  readonly retry: RetryOptions;
  readonly stuckMs: number;
  readonly blockMs: number;
  readonly forgetMs: number;
  readonly random: () => number;
  readonly now: () => string;
}

/** Beyond this many retries no new entries are read, so that a handler that always fails does not fill the memory. */
const MAX_WAITING = 1_000;
const MAX_BATCH = 1_000;

/** An idle server checks for expired waits ten times a second, so shorter waits happen here. */
const SHORTEST_BLOCK = 100;

/** Reads as one consumer until it is stopped. Everything is sequential except renewals. */
export function consumeStream(context: StreamContext, options: ConsumeOptions): Consumption {
  const { reader, blocking, stuckMs } = context;
  const { group, handle } = options;
  const stopper = createStopper();
  const faults = createStreamFaults(options, context.location);
  const held = holdEntries(reader, stuckMs);
  const insist = retryUntilStopped(stopper, faults, context.random);
  const consumer: Consumer = {
    ...context,
    batch: Math.min(MAX_BATCH, Math.max(1, Math.trunc(options.batch ?? 100))),
    stopper,
    held,
    delivery: createDelivery({ ...context, ...held, stopper, group, handle, report: faults.report, insist }),
    incoming: createWaitingReader(reader, blocking, context.unblock),
    next: { reclaim: 0, forget: 0 },
  };
  const loop = async (): Promise<void> => {
    await readUntilStopped(consumer, faults);
    held.end();
    // Without Redis, others take them over once they count as stuck.
    if (!faults.isOut) await held.release().catch(() => {});
    blocking.disconnect();
  };
  const ended = loop();
  return {
    stop: async () => {
      stopper.stop();
      await consumer.incoming.wake(ended, () => faults.isOut);
      await ended;
    },
  };
}

interface Consumer extends StreamContext {
  readonly batch: number;
  readonly stopper: Stopper;
  readonly held: HeldEntries;
  readonly delivery: EntryDelivery;
  readonly incoming: WaitingReader;
  /** When to reclaim and forget next, on the clock of `performance.now()`. */
  readonly next: { reclaim: number; forget: number };
}

/** Retries until Redis succeeds, and only gives up when the consumer is stopping. */
const retryUntilStopped =
  (stopper: Stopper, faults: StreamFaults, random: () => number) =>
  async (act: () => Promise<void>): Promise<void> => {
    for (let times = 1; ; times += 1) {
      try {
        return await act();
      } catch (error) {
        // If the group is gone, so is what should be acknowledged.
        if (isGroupGone(error)) return;
        faults.reportOutage(error);
        if (stopper.stopping) throw error;
        await stopper.pause(backoffDelay(times, random));
      }
    }
  };

async function readUntilStopped(consumer: Consumer, faults: StreamFaults): Promise<void> {
  const { stopper, held, random } = consumer;
  let started = false;
  for (let failures = 0; !stopper.stopping;) {
    try {
      if (!started) await start(consumer);
      started = true;
      await runOnce(consumer);
      failures = 0;
      faults.back();
    } catch (error) {
      started = false;
      failures += 1;
      if (isGroupGone(error)) held.waiting.clear();
      else faults.reportOutage(error);
      if (!isGroupGone(error) || failures > 1) await stopper.pause(backoffDelay(failures, random));
    }
  }
}

async function start({ reader, held, incoming }: Consumer): Promise<void> {
  await reader.ensure();
  // A read whose reply was lost, or an earlier run under this name, left entries that nobody handles.
  held.hold(await reader.own());
  await incoming.begin();
}

/** Takes over entries of stuck consumers, and removes consumers that are gone. */
async function maintainGroup({ reader, held, delivery, next, stuckMs, forgetMs }: Consumer): Promise<void> {
  if (performance.now() >= next.reclaim) {
    const { own, gone } = await reader.reclaim(MAX_WAITING - held.waiting.size);
    held.hold(own);
    gone.forEach(delivery.reportLost);
    next.reclaim = performance.now() + stuckMs / 2;
  }
  if (performance.now() >= next.forget) {
    await reader.forget(forgetMs);
    next.forget = performance.now() + forgetMs / 2;
  }
}

/** Handles due retries, then new entries, and waits if there are neither. */
async function runOnce(consumer: Consumer): Promise<void> {
  const { stopper, held, delivery, incoming, next } = consumer;
  await maintainGroup(consumer);
  for (const own of held.waiting.values()) {
    if (stopper.stopping) return;
    if (own.due <= performance.now()) await delivery.redeliver(own);
  }
  if (stopper.stopping) return;
  const dues = Array.from(held.waiting.values(), ({ due }) => due);
  const waitMs = dues.reduce((least, due) => Math.min(least, due), next.reclaim) - performance.now();
  const bounded = Math.max(1, Math.min(consumer.blockMs, waitMs));
  if (dues.length >= MAX_WAITING) return stopper.pause(bounded);
  const block = bounded >= SHORTEST_BLOCK;
  const read = await incoming.read(consumer.batch, block ? bounded : undefined);
  for (const entries of read) await delivery.deliver(entries);
  if (read.length === 0 && !block) await stopper.pause(bounded);
}

/** Reports to the consumer's listener, whose failure never stops the stream. */
interface StreamFaults {
  readonly isOut: boolean;
  readonly report: (fault: Omit<EventFault, "group">) => void;
  /** Once per outage. */
  readonly reportOutage: (error: unknown) => void;
  readonly back: () => void;
}

function createStreamFaults(
  { group, onFault }: Pick<ConsumeOptions, "group" | "onFault">,
  location: string,
): StreamFaults {
  let isOut = false;
  const report: StreamFaults["report"] = (fault) => {
    try {
      onFault?.({ ...fault, group });
    } catch {
      // A failing listener must not stop the stream.
    }
  };
  return {
    get isOut() {
      return isOut;
    },
    report,
    reportOutage: (error) => {
      if (isOut) return;
      isOut = true;
      const cause = redisError(location, error);
      report({ code: "log_unreachable", message: cause.message, cause });
    },
    back: () => {
      isOut = false;
    },
  };
}

/** Reads on its own connection, where the server waits until there is something. */
interface WaitingReader {
  /** Call it for every connection, because the next one has another id. */
  readonly begin: () => Promise<void>;
  /** Without `waitMs`, returns only what is there. */
  readonly read: (count: number, waitMs: number | undefined) => Promise<TakenEntry[][]>;
  /** Ends a wait, until its reader has `ended`. If Redis does not respond, closes the connection. */
  readonly wake: (ended: Promise<void>, isOut: () => boolean) => Promise<void>;
}

function createWaitingReader(
  reader: GroupReader,
  connection: Redis,
  unblock: (clientId: number) => Promise<unknown>,
): WaitingReader {
  const state = { isWaiting: false, clientId: Number.NaN };
  connection.on("close", () => {
    state.clientId = Number.NaN;
  });
  return {
    begin: async () => {
      state.clientId = Number(await connection.client("ID").catch(() => undefined));
    },
    read: (count, waitMs) => {
      state.isWaiting = waitMs !== undefined;
      return reader.read(connection, count, waitMs).finally(() => {
        state.isWaiting = false;
      });
    },
    wake: async (ended, isOut) => {
      for (let tries = 0; state.isWaiting; tries += 1) {
        if (tries > MAX_UNBLOCK_TRIES || isOut() || Number.isNaN(state.clientId))
          return connection.disconnect();
        const unblocked = unblock(state.clientId).catch(() => {});
        // The read may still be on its way to the server, so one call is not always enough.
        const soon = new Promise((resolve) => setTimeout(resolve, 10));
        await Promise.race([Promise.all([unblocked, ended]), soon]);
      }
    },
  };
}
