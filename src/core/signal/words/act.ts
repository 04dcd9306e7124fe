import PHRASES from "./act-phrases.json" with { type: "json" };
import type { Weight } from "../observation-log.ts";
import type { Evidence, SignalFacts } from "../signal.ts";

/**
 * What a person does with a stretch of words.
 * - `rejection`: says of the work, or of how it was done, that it is wrong or unwanted; asks to undo or redo it.
 * - `complaint`: describes a malfunction; after praise it is only something left to do.
 * - `praise`: says of the result that it is good; `progress`: that it is better; `almost`: that it is nearly so.
 * - `approval`: yes, thanks, go ahead; says nothing about the result.
 * - `gap`: introduces what is left after praise; `but`: the plain conjunction, which can also follow a mere yes.
 */
export type ActKind =
  | "rejection"
  | "complaint"
  | "praise"
  | "progress"
  | "almost"
  | "approval"
  | "gap"
  | "but"
  | "tweak"
  | "error"
  | "failed_check"
  | "request"
  | "question";

export interface Act {
  readonly kind: ActKind;
  readonly weight: Weight;
  /** Which sentence, and which columns of its text. */
  readonly sentence: number;
  readonly from: number;
  readonly to: number;
}

export interface ActRule {
  readonly act: ActKind;
  readonly weight: Weight;
  /** `clause`: from the first word of a clause, fillers left out; `sentence`: anywhere in one. */
  readonly within: "clause" | "sentence";
  readonly pattern: RegExp;
  /** Also counts inside requests and conditions, because it can only be about finished work. */
  readonly unscoped: boolean;
}

/** Fragments that phrases share, written `<be>` in them. Each is bounded, so that no phrase can cost more than its length. */
const FRAGMENTS: Readonly<Record<string, string>> = PHRASES.fragments;

function expand(source: string): string {
  return source.replaceAll(/<(\w+)>/g, (whole, name: string) => {
    const fragment = FRAGMENTS[name];
    return fragment === undefined ? whole : expand(fragment);
  });
}

/** A rule for each phrase of the table. Phrases match spelled-out text. */
export const ACT_RULES: readonly ActRule[] = (PHRASES.rules as readonly PhraseRule[]).flatMap(
  ({ act, weight, within, unscoped = false, phrases }) =>
    phrases.map((source) => {
      const start = within === "clause" ? "^" : "(?<![^ ])";
      return {
        act,
        weight,
        within,
        unscoped,
        pattern: new RegExp(`${start}(?:${expand(source)})(?:(?<= )|(?![^ ]))`),
      };
    }),
);

interface PhraseRule extends Omit<ActRule, "pattern" | "unscoped"> {
  readonly unscoped?: boolean;
  readonly phrases: readonly string[];
}

/**
 * What a person's message means.
 * - `rejects`: the output is wrong, unwanted, without effect, or must be redone; or the writer objects to how it was done.
 * - `partly_accepts`: accepted in the main, with something left; or a small change to what is there.
 * - `reports_error`: reports an error in words.
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
  /** How sure the reading is. */
  readonly weight: Weight;
  /** Says that the work is good or better, rather than just "ok". */
  readonly acknowledges: boolean;
  /** Asks for a specific change, names a test, or says to try again. */
  readonly isSpecific: boolean;
  readonly asksToRetry: boolean;
  readonly evidence: readonly Evidence[];
  readonly facts: SignalFacts;
  /** What the person wants from now on, as one imperative sentence. */
  readonly instruction?: string;
}
