import type { SignalFacts, SignalType } from "./signal.ts";

/**
 * How much an observation decides.
 * - `proof`: a parsed result that settles it: a test summary, a count of errors, an exit code, a finished trace.
 * - `strong`: one unmistakable line: a failing test's name, a compiler's error, an exception with its message.
 * - `weak`: words that usually mean it, such as an ERROR line in a log.
 */
export type Weight = "proof" | "strong" | "weak";

/** What an observation speaks for; `success` speaks against any failure. */
export type Says = SignalType | "success";

/** One thing seen in the text by one tool's rules. */
export interface Observation {
  readonly says: Says;
  readonly weight: Weight;
  /** The tool's name. */
  readonly source: string;
  /** Offsets in the text as it was given. */
  readonly start: number;
  readonly end: number;
  /** What stands there, cut when it is long. */
  readonly text: string;
  readonly facts?: SignalFacts;
}
