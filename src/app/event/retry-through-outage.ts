import { reasonOf, retryDelay } from "../../core/event/retry-delay.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";

const STORE = { code: "store_outage", whom: "the store" } as const;
const EMBEDDING = { code: "embedding_outage", whom: "the embedding server" } as const;
const VECTORS = { code: "vectors_outage", whom: "the vector server" } as const;

/** What passes, and holds for whatever is asked of them. */
const OUTAGES = new Map<string, typeof STORE | typeof EMBEDDING | typeof VECTORS>([
  ["store_locked", STORE],
  ["store_unreachable", STORE],
  ["store_read_only", STORE],
  ["disk_full", STORE],
  ["embedding_unreachable", EMBEDDING],
  ["embedding_denied", EMBEDDING],
  ["vectors_unreachable", VECTORS],
]);

interface RetryPorts {
  /** Answers after so many milliseconds, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to and without 1. */
  readonly random: () => number;
  /** Ends the patience. */
  readonly signal: AbortSignal;
  /** Hears of every time it has to wait. Never throws. */
  readonly onFault?: (fault: Outage) => void;
}

interface Outage {
  readonly code: "store_outage" | "embedding_outage" | "vectors_outage";
  readonly message: string;
  readonly cause: unknown;
}

/**
 * Does something again and again while all of what it needs is away, the store or a server it asks, so it must not matter how often it is
 * done. Events that are read meanwhile stay as they are, instead of each failing until it is a dead letter. `doing` is
 * the first word of what is told.
 */
export const retryThroughOutage =
  ({ wait, random, signal, onFault }: RetryPorts, doing: string) =>
  async <T>(act: () => Promise<T>): Promise<T> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await act();
      } catch (cause) {
        const outage = cause instanceof ExternalError ? OUTAGES.get(cause.code) : undefined;
        if (outage === undefined || signal.aborted) throw cause;
        const pauseMs = retryDelay(failures, random);
        onFault?.({
          code: outage.code,
          message: `${doing} is waiting for ${outage.whom}; next attempt in ${pauseMs} ms: ${reasonOf(cause)}`,
          cause,
        });
        await wait(pauseMs, signal);
      }
    }
  };

export interface RetryingStorePorts extends RetryPorts {
  readonly store: Pick<FeedbackStore, "record">;
}

/** Records as the store does, but waits while the whole store is away. */
export const retryingStore = ({ store, ...ports }: RetryingStorePorts): Pick<FeedbackStore, "record"> => {
  const patiently = retryThroughOutage(ports, "recording");
  return { record: (feedback) => patiently(() => store.record(feedback)) };
};
