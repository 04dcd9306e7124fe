import { hash64 } from "../hash.ts";
import type { RunningState } from "./rule-check.ts";

/** Where a check ran. */
export const CHECK_PLACES = ["hook", "command", "ci", "mcp", "api"] as const;
export type CheckedIn = (typeof CHECK_PLACES)[number];

export const HIT_VERDICTS = ["right", "wrong", "overridden"] as const;
export type HitVerdict = (typeof HIT_VERDICTS)[number];

/** A place that a check found in somebody's work. */
export interface CheckHit {
  /** The same for the same line in the same work: a `hitId`. */
  readonly id: string;
  readonly check_id: string;
  readonly version: number;
  /** The state of the check at the time. */
  readonly state: RunningState;
  readonly time: string;
  readonly checked_in: CheckedIn;
  /** Whose work it was; empty for a person's. */
  readonly agent: string;
  readonly run?: string;
  /** Relative to the repository. */
  readonly path: string;
  readonly line: number;
  /** The lines that were hit, without secrets; at most `MAX_HIT_CODE` code units. */
  readonly code: string;
  readonly verdict: HitVerdict | null;
  /** Why it is wrong, or why it was overridden. */
  readonly reason?: string;
  readonly judged_by?: string;
  /** A person judged it, not a comment in the code. */
  readonly by_person?: true;
}

export const MAX_HIT_CODE = 500;

/** `work` is the run, else the day. */
export const hitId = (
  check: string,
  { work, path, code }: { readonly work: string; readonly path: string; readonly code: string },
): string => {
  const key = JSON.stringify([check, work, path, code]);
  return `hi_${hash64(key)}${hash64(`#${key}`)}`;
};

/** What a check did in all. */
export interface CheckFigures {
  /** Files that it read. */
  readonly files: number;
  readonly fired: number;
  readonly right: number;
  readonly wrong: number;
  readonly overridden: number;
  /** Hits that an agent was told of while it worked, and that nobody found wrong: mistakes that went no further. */
  readonly caught: number;
  /** When it last ran; null if it never has. */
  readonly last_ran: string | null;
}

export const NO_FIGURES: CheckFigures = {
  files: 0,
  fired: 0,
  right: 0,
  wrong: 0,
  overridden: 0,
  caught: 0,
  last_ran: null,
};

/** Whether a hit is a mistake that went no further. */
export const isCaught = ({ checked_in, state, verdict }: CheckHit): boolean =>
  checked_in === "hook" && state !== "watching" && verdict !== "wrong" && verdict !== "overridden";
