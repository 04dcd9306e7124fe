import { reasonOf } from "../core/event/reason-of.ts";
import { retryDelay } from "../core/event/retry-delay.ts";
import type { FeedbackStore } from "../ports/feedback-store.ts";
import { WorldError } from "../ports/world-error.ts";

/** What passes, and holds for whatever is recorded. */
const OUTAGES: ReadonlySet<string> = new Set([
  "store_locked",
  "store_unreachable",
  "store_read_only",
  "disk_full",
]);

export interface PatientPorts {
  readonly store: Pick<FeedbackStore, "record">;
  /** Answers after so many milliseconds, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to and without 1. */
  readonly random: () => number;
  /** Ends the patience. */
  readonly signal: AbortSignal;
  /** Hears of every time it has to wait. Never throws. */
  readonly onFault?: (fault: StoreFault) => void;
}

interface StoreFault {
  readonly code: "store_outage";
  readonly message: string;
  readonly cause: unknown;
}

/**
 * Records as the store does, but waits while the whole store is away. Events that are read meanwhile stay as
 * they are, instead of each failing until it is a dead letter.
 */
export const patientStore = ({
  store,
  wait,
  random,
  signal,
  onFault,
}: PatientPorts): Pick<FeedbackStore, "record"> => ({
  record: async (feedback) => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await store.record(feedback);
      } catch (cause) {
        if (!(cause instanceof WorldError) || !OUTAGES.has(cause.code) || signal.aborted) throw cause;
        const pauseMs = retryDelay(failures, random);
        onFault?.({
          code: "store_outage",
          message: `recording waits for the store and is tried again in ${pauseMs} ms: ${reasonOf(cause)}`,
          cause,
        });
        await wait(pauseMs, signal);
      }
    }
  },
});
