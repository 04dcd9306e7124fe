import { reasonOf } from "../core/event/reason-of.ts";
import { retryDelay } from "../core/event/retry-delay.ts";
import { WorldError } from "../ports/world-error.ts";

/** What passes, and holds for whatever is asked of the store. */
const OUTAGES: ReadonlySet<string> = new Set([
  "store_locked",
  "store_unreachable",
  "store_read_only",
  "disk_full",
]);

export interface PatiencePorts {
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
 * Does something with the store again and again while the whole store is away, so it must not matter how often it is
 * done. Events that are read meanwhile stay as they are, instead of each failing until it is a dead letter. `doing` is
 * the first word of what is told.
 */
export const outlastOutage =
  ({ wait, random, signal, onFault }: PatiencePorts, doing: string) =>
  async <T>(act: () => Promise<T>): Promise<T> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await act();
      } catch (cause) {
        if (!(cause instanceof WorldError) || !OUTAGES.has(cause.code) || signal.aborted) throw cause;
        const pauseMs = retryDelay(failures, random);
        onFault?.({
          code: "store_outage",
          message: `${doing} waits for the store and is tried again in ${pauseMs} ms: ${reasonOf(cause)}`,
          cause,
        });
        await wait(pauseMs, signal);
      }
    }
  };
