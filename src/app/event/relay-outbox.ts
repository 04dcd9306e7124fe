import { reasonOf, retryDelay } from "../../core/event/retry-delay.ts";
import type { EventLog, Outbox } from "../../ports/event-log.ts";

/** Enough to make durable publishing cheap, few enough to hold in memory. */
const BATCH = 500;
const POLL_MS = 100;

export interface RelayPorts {
  readonly outbox: Outbox;
  readonly events: Pick<EventLog, "publish">;
  /** Answers after so many milliseconds, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to and without 1. */
  readonly random: () => number;
  readonly pollMs?: number;
  /** Hears of every batch that could not be moved; it is tried again. Never throws. */
  readonly onFault?: (fault: RelayFault) => void;
}

export interface RelayFault {
  readonly code: "relay_failed";
  readonly message: string;
  readonly cause: unknown;
}

/**
 * Publishes what the store has to tell until the signal fires; answers how many events that were, after the
 * batch in hand. Waits wherever there was less than a whole batch.
 */
export const relayOutbox =
  ({ outbox, events, wait, random, pollMs = POLL_MS, onFault }: RelayPorts) =>
  async (signal: AbortSignal): Promise<number> => {
    let published = 0;
    let failures = 0;
    while (!signal.aborted) {
      let pauseMs: number;
      try {
        const moved = await outbox.relay(BATCH, (batch) => events.publish(batch));
        published += moved;
        failures = 0;
        // Many small batches would each wait for the disk; what comes meanwhile shares the next one.
        pauseMs = moved < BATCH ? pollMs : 0;
      } catch (cause) {
        failures += 1;
        pauseMs = Math.max(pollMs, retryDelay(failures, random));
        const message = `events could not be published; next attempt in ${pauseMs} ms: ${reasonOf(cause)}`;
        onFault?.({ code: "relay_failed", message, cause });
      }
      if (pauseMs > 0 && !signal.aborted) await wait(pauseMs, signal);
    }
    return published;
  };
