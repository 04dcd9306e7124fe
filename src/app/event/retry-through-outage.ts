import { reasonOf, retryDelay } from "../../core/event/retry-delay.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";

const STORE = { code: "store_outage", whom: "the store" } as const;
const EMBEDDING = { code: "embedding_outage", whom: "the embedding server" } as const;
const VECTORS = { code: "vectors_outage", whom: "the vector server" } as const;

/** Temporary errors that affect every request. */
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
  /** Resolves after the delay, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Stops retrying. */
  readonly signal: AbortSignal;
  /** Called for every delay. Never throws. */
  readonly onFault?: (fault: Outage) => void;
}

interface Outage {
  readonly code: "store_outage" | "embedding_outage" | "vectors_outage";
  readonly message: string;
  readonly cause: unknown;
}

/**
 * Retries an idempotent operation while the store or a server it needs is down, so that events are not turned into
 * dead letters meanwhile. `doing` starts the fault's message.
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

/** Records feedback, waiting while the store is down. */
export const retryingStore = ({ store, ...ports }: RetryingStorePorts): Pick<FeedbackStore, "record"> => {
  const retrying = retryThroughOutage(ports, "recording");
  return { record: (feedback) => retrying(() => store.record(feedback)) };
};
