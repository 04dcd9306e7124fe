import { reasonOf } from "../../core/event/retry-delay.ts";
import type { Rule } from "../../core/rule/rule.ts";

export interface TendParts {
  readonly propose: () => Promise<{ readonly proposed: readonly Rule[] }>;
  readonly expire: () => Promise<unknown>;
  readonly measure: () => Promise<unknown>;
  /** Takes in recurrences of rules on trial, and ends the trials that are decided. */
  readonly tendTrials: () => Promise<unknown>;
  /** Resolves after the delay, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onProposed?: (rules: readonly Rule[]) => void;
  /** Called for a failed round; the next one retries. Never throws. */
  readonly onFault?: (fault: { readonly code: "tending_failed"; readonly message: string }) => void;
}

/** Batches proposals, so that a burst of feedback becomes one proposal. */
const ROUND_MS = 5_000;
/** In rounds; effects change slowly. */
const MEASURE_EVERY = 60;

/** Proposes recurring patterns, ends overdue proposals and decided trials, and measures rules, until the signal fires. */
export const maintainRules =
  ({ propose, expire, measure, tendTrials, wait, onProposed, onFault }: TendParts) =>
  async (signal: AbortSignal): Promise<void> => {
    for (let round = 0; !signal.aborted; round += 1) {
      try {
        const { proposed } = await propose();
        if (proposed.length > 0) onProposed?.(proposed);
        await expire();
        await tendTrials();
        if (round % MEASURE_EVERY === 0) await measure();
      } catch (error) {
        onFault?.({
          code: "tending_failed",
          message: `rules could not be maintained this time: ${reasonOf(error)}`,
        });
      }
      await wait(ROUND_MS, signal);
    }
  };
