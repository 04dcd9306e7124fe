import type { Weight } from "../observation.ts";
import type { Evidence, SignalFacts } from "../signal.ts";

/**
 * What a person's words amount to.
 * - `rejects`: the output is wrong, unwanted, without effect, or must be redone; or the way it was done is scolded.
 * - `partly_accepts`: accepted in the main, with something left; or a small change to what is there.
 * - `reports_error`: says that an error or a failing check was met, in words alone.
 * - `reports_failed_check`: the same for tests, builds and linters.
 * - `accepts`: thanks, praise, approval, and nothing left.
 * - `other`: a new request, a question, information, a plan, a choice.
 */
export type Stance =
  | "rejects"
  | "partly_accepts"
  | "reports_error"
  | "reports_failed_check"
  | "accepts"
  | "other";

export interface MessageReading {
  readonly stance: Stance;
  /** How sure the words make it. */
  readonly weight: Weight;
  /** Says of the work itself that it is good or better now, as against a filler "ok". */
  readonly acknowledges: boolean;
  /** Asks for a specific change, names a test, or says to try again: what makes a reading surer. */
  readonly isSpecific: boolean;
  readonly asksToRetry: boolean;
  readonly evidence: readonly Evidence[];
  readonly facts: SignalFacts;
  /** What the person wants from now on, as one imperative sentence. */
  readonly instruction?: string;
}
