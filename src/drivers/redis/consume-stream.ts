import type { Redis } from "ioredis";
import type { RetryOptions } from "../../core/event/retry-delay.ts";
import type { ConsumeOptions, Consumption, EventFault } from "../../ports/event-log.ts";
import { growingDelay } from "./connect-redis.ts";
import { createDelivery, type Delivery } from "./deliver-entries.ts";
import type { GroupReader, Taken } from "./group-reader.ts";
import { type HeldEntries, holdEntries } from "./hold-entries.ts";
import { isGroupGone, redisError } from "./redis-error.ts";
import { createStopper, type Stopper } from "./stopper.ts";

/** Tries at ending a wait, 10 ms apart, before its connection is closed. */
const MOST_TRIES = 50;

export interface StreamContext {
  readonly reader: GroupReader;
  /** The connection that waits for entries; this consumption's own, and closed by it. */
  readonly blocking: Redis;
  /** Ends the wait of the connection with that id. */
  readonly unblock: (clientId: number) => Promise<unknown>;
  readonly place: string;
  readonly retry: RetryOptions;
  readonly stuckMs: number;
  readonly blockMs: number;
  readonly forgetMs: number;
  readonly random: () => number;
  readonly now: () => string;
}

/** Past so many to be tried again no new ones are read: a handler that fails at everything must not fill the memory. */
const MAX_WAITING = 1_000;
const MAX_BATCH = 1_000;

/** An idle server looks ten times a second whose wait is over, so a shorter one is spent here. */
const SHORTEST_BLOCK = 100;

/** Reads as one consumer until it is stopped; everything happens one after the other, renewals aside. */
export function consumeStream(context: StreamContext, options: ConsumeOptions): Consumption {
  const { reader, blocking, stuckMs } = context;
  const { group, handle } = options;
  const stopper = createStopper();
  const faults = createStreamFaults(options, context.place);
  const held = holdEntries(reader, stuckMs);
  const insist = insistUntil(stopper, faults, context.random);
  const consumer: Consumer = {
    ...context,
    batch: Math.min(MAX_BATCH, Math.max(1, Math.trunc(options.batch ?? 100))),
    stopper,
    held,
    delivery: createDelivery({ ...context, ...held, stopper, group, handle, tell: faults.tell, insist }),
    incoming: createWaitingReader(reader, blocking, context.unblock),
    next: { reclaim: 0, forget: 0 },
  };
  const loop = async (): Promise<void> => {
    await readUntilStopped(consumer, faults);
    held.end();
    // Without Redis they are given to others once they count as stuck.
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
  readonly delivery: Delivery;
  readonly incoming: WaitingReader;
  /** When others are looked after again, in the milliseconds of `performance.now()`. */
  readonly next: { reclaim: number; forget: number };
}

/** Asks again until Redis does it; gives up only when the consumption is to stop. */
const insistUntil =
  (stopper: Stopper, faults: StreamFaults, random: () => number) =>
  async (act: () => Promise<void>): Promise<void> => {
    for (let times = 1; ; times += 1) {
      try {
        return await act();
      } catch (error) {
        // With the group, what was to be acknowledged is gone too.
        if (isGroupGone(error)) return;
        faults.tellOutage(error);
        if (stopper.stopping) throw error;
        await stopper.pause(growingDelay(times, random));
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
      await takeTurn(consumer);
      failures = 0;
      faults.back();
    } catch (error) {
      started = false;
      failures += 1;
      if (isGroupGone(error)) held.waiting.clear();
      else faults.tellOutage(error);
      if (!isGroupGone(error) || failures > 1) await stopper.pause(growingDelay(failures, random));
    }
  }
}

async function start({ reader, held, incoming }: Consumer): Promise<void> {
  await reader.ensure();
  // A read whose answer was lost, or an earlier run under this name, left entries that nobody looks after yet.
  held.hold(await reader.own());
  await incoming.begin();
}

/** Takes over what others let go, and forgets those that are gone. */
async function lookAround({ reader, held, delivery, next, stuckMs, forgetMs }: Consumer): Promise<void> {
  if (performance.now() >= next.reclaim) {
    const { own, gone } = await reader.reclaim(MAX_WAITING - held.waiting.size);
    held.hold(own);
    gone.forEach(delivery.tellLost);
    next.reclaim = performance.now() + stuckMs / 2;
  }
  if (performance.now() >= next.forget) {
    await reader.forget(forgetMs);
    next.forget = performance.now() + forgetMs / 2;
  }
}

/** Gives what is due again, then what is new, and waits where there is neither. */
async function takeTurn(consumer: Consumer): Promise<void> {
  const { stopper, held, delivery, incoming, next } = consumer;
  await lookAround(consumer);
  for (const own of held.waiting.values()) {
    if (stopper.stopping) return;
    if (own.due <= performance.now()) await delivery.giveAgain(own);
  }
  if (stopper.stopping) return;
  const dues = Array.from(held.waiting.values(), ({ due }) => due);
  const waitMs = dues.reduce((least, due) => Math.min(least, due), next.reclaim) - performance.now();
  const bounded = Math.max(1, Math.min(consumer.blockMs, waitMs));
  if (dues.length >= MAX_WAITING) return stopper.pause(bounded);
  const block = bounded >= SHORTEST_BLOCK;
  const read = await incoming.read(consumer.batch, block ? bounded : undefined);
  for (const entries of read) await delivery.give(entries);
  if (read.length === 0 && !block) await stopper.pause(bounded);
}

/** What whoever consumes is told, which never stops the stream. */
interface StreamFaults {
  readonly isOut: boolean;
  readonly tell: (fault: Omit<EventFault, "group">) => void;
  /** Once, until Redis is back. */
  readonly tellOutage: (error: unknown) => void;
  readonly back: () => void;
}

function createStreamFaults(
  { group, onFault }: Pick<ConsumeOptions, "group" | "onFault">,
  place: string,
): StreamFaults {
  let isOut = false;
  const tell: StreamFaults["tell"] = (fault) => {
    try {
      onFault?.({ ...fault, group });
    } catch {
      // Whoever listens must not stop the stream.
    }
  };
  return {
    get isOut() {
      return isOut;
    },
    tell,
    tellOutage: (error) => {
      if (isOut) return;
      isOut = true;
      const cause = redisError(place, error);
      tell({ code: "log_unreachable", message: cause.message, cause });
    },
    back: () => {
      isOut = false;
    },
  };
}

/** Reads on a connection of its own, where the server waits until there is something. */
interface WaitingReader {
  /** To be called for each connection, since the next one has another id. */
  readonly begin: () => Promise<void>;
  /** Without a wait, only what is there. */
  readonly read: (count: number, waitMs: number | undefined) => Promise<Taken[][]>;
  /** Ends a wait, until its reader has `ended`; where Redis does not hear, the connection is closed. */
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
        if (tries > MOST_TRIES || isOut() || Number.isNaN(state.clientId)) return connection.disconnect();
        const unblocked = unblock(state.clientId).catch(() => {});
        // The read may still be on its way to the server, so one call is not always enough.
        const soon = new Promise((resolve) => setTimeout(resolve, 10));
        await Promise.race([Promise.all([unblocked, ended]), soon]);
      }
    },
  };
}
