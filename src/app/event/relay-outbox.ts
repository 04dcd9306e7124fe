import { reasonOf, retryDelay } from "../../core/event/retry-delay.ts";
import type { EventLog, Outbox } from "../../ports/event-log.ts";

/** Enough to make durable publishing cheap, few enough to hold in memory. */
const BATCH = 500;
const POLL_MS = 100;

export interface RelayPorts {
  readonly outbox: Outbox;
  readonly events: Pick<EventLog, "publish">;
  /** Resolves after the delay, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly pollMs?: number;
  /** Called for every batch that failed, which is retried. Never throws. */
  readonly onFault?: (fault: RelayFault) => void;
}

export interface RelayFault {
  readonly code: "relay_failed";
  readonly message: string;
  readonly cause: unknown;
}

/**
 * Publishes the outbox until the signal fires, and returns the number of events. It waits after every incomplete
 * batch.
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
        // Small batches would each wait for the disk, so new events share the next one.
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
