import type { Redis } from "ioredis";
import type { RetryOptions } from "../../core/event/retry-delay.ts";
import type { ConsumeOptions, Consumption, EventFault } from "../../ports/event-log.ts";
import { growingDelay } from "./connect-redis.ts";
import { createDelivery, type Holdings } from "./deliver-entries.ts";
import { keyOf, type GroupReader, type OwnEntry } from "./group-reader.ts";
import { isGroupGone, redisError } from "./redis-error.ts";
import { createStopper } from "./stopper.ts";

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
  const { reader, blocking, stuckMs, random } = context;
  const { group, handle } = options;
  const batch = Math.min(MAX_BATCH, Math.max(1, Math.trunc(options.batch ?? 100)));
  const stopper = createStopper();
  const holdings: Holdings = { inHand: new Map(), waiting: new Map() };
  const { inHand, waiting } = holdings;
  const state = { reading: false, outage: false, nextReclaim: 0, nextForget: 0, clientId: Number.NaN };
  let renewing: Promise<void> = Promise.resolve();

  const tell = (fault: Omit<EventFault, "group">): void => {
    try {
      options.onFault?.({ ...fault, group });
    } catch {
      // Whoever listens must not stop the stream.
    }
  };
  const tellOutage = (error: unknown): void => {
    if (state.outage) return;
    state.outage = true;
    const cause = redisError(context.place, error);
    tell({ code: "log_unreachable", message: cause.message, cause });
  };
  const insist = async (act: () => Promise<void>): Promise<void> => {
    for (let times = 1; ; times += 1) {
      try {
        return await act();
      } catch (error) {
        // With the group, what was to be acknowledged is gone too.
        if (isGroupGone(error)) return;
        tellOutage(error);
        if (stopper.stopping) throw error;
        await stopper.pause(growingDelay(times, random));
      }
    }
  };
  const delivery = createDelivery({ ...context, ...holdings, stopper, group, handle, tell, insist });

  const isHeld = (own: OwnEntry): boolean => inHand.has(keyOf(own)) || waiting.has(keyOf(own));
  const hold = (entries: readonly OwnEntry[]): void => {
    for (const own of entries) if (!isHeld(own)) waiting.set(keyOf(own), { ...own, due: 0 });
  };
  const start = async (): Promise<void> => {
    await reader.ensure();
    // A read whose answer was lost, or an earlier run under this name, left entries that nobody looks after yet.
    hold(await reader.own());
    state.clientId = Number(await blocking.client("ID").catch(() => undefined));
  };
  const lookAround = async (): Promise<void> => {
    if (performance.now() >= state.nextReclaim) {
      const { own, gone } = await reader.reclaim(MAX_WAITING - waiting.size);
      hold(own);
      gone.forEach(delivery.tellLost);
      state.nextReclaim = performance.now() + stuckMs / 2;
    }
    if (performance.now() >= state.nextForget) {
      await reader.forget(context.forgetMs);
      state.nextForget = performance.now() + context.forgetMs / 2;
    }
  };
  const turn = async (): Promise<void> => {
    await lookAround();
    for (const own of waiting.values()) {
      if (stopper.stopping) return;
      if (own.due <= performance.now()) await delivery.giveAgain(own);
    }
    if (stopper.stopping) return;
    const next = Array.from(waiting.values(), ({ due }) => due);
    const waitMs = next.reduce((least, due) => Math.min(least, due), state.nextReclaim) - performance.now();
    const bounded = Math.max(1, Math.min(context.blockMs, waitMs));
    if (waiting.size >= MAX_WAITING) return stopper.pause(bounded);
    const block = bounded >= SHORTEST_BLOCK;
    state.reading = block;
    const read = await reader.read(blocking, batch, block ? bounded : undefined).finally(() => {
      state.reading = false;
    });
    for (const entries of read) await delivery.give(entries);
    if (read.length === 0 && !block) await stopper.pause(bounded);
  };

  const renew = async (): Promise<void> => {
    if (inHand.size + waiting.size === 0) return;
    const own = await reader.own();
    await reader.setIdle(own.filter(isHeld), () => 0);
  };
  const renewal = setInterval(
    () => {
      renewing = renewing.then(renew).catch(() => {});
    },
    Math.max(1, stuckMs / 3),
  );
  const release = async (): Promise<void> => {
    await renewing;
    await reader.setIdle(await reader.own(), (own) => {
      const due = waiting.get(keyOf(own))?.due ?? 0;
      return stuckMs - Math.max(0, due - performance.now());
    });
  };

  const loop = async (): Promise<void> => {
    let started = false;
    for (let failures = 0; !stopper.stopping;) {
      try {
        if (!started) await start();
        started = true;
        await turn();
        failures = 0;
        state.outage = false;
      } catch (error) {
        started = false;
        failures += 1;
        if (isGroupGone(error)) waiting.clear();
        else tellOutage(error);
        if (!isGroupGone(error) || failures > 1) await stopper.pause(growingDelay(failures, random));
      }
    }
    clearInterval(renewal);
    // Without Redis they are given to others once they count as stuck.
    if (!state.outage) await release().catch(() => {});
    blocking.disconnect();
  };
  // The next connection has another id.
  blocking.on("close", () => {
    state.clientId = Number.NaN;
  });
  const ended = loop();
  const wake = async (): Promise<void> => {
    for (let tries = 0; state.reading; tries += 1) {
      if (tries > 50 || state.outage || Number.isNaN(state.clientId)) return blocking.disconnect();
      const unblocked = context.unblock(state.clientId).catch(() => {});
      // The read may still be on its way to the server, so one call is not always enough.
      const soon = new Promise((resolve) => setTimeout(resolve, 10));
      await Promise.race([Promise.all([unblocked, ended]), soon]);
    }
  };

  return {
    stop: async () => {
      stopper.stop();
      await wake();
      await ended;
    },
  };
}
