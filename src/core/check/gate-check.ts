import type { CheckExample, CheckTrial } from "./rule-check.ts";

/** One thing that speaks against a check, or that it misses. */
export interface CheckObjection {
  readonly code: "too_slow" | "misses_corrections" | "hits_after" | "hits_accepted" | "hits_others";
  readonly message: string;
  /** Ids of corrections and submissions to open; at most `MAX_CASES`. */
  readonly cases: readonly string[];
}

const MAX_CASES = 10;

export interface TriedCheck {
  readonly examples: readonly CheckExample[];
  readonly trial: CheckTrial;
  /** It took too many steps on some code and was stopped there. */
  readonly isTooSlow: boolean;
  /** Ids of what it should have left alone, by where it was found. */
  readonly cases: {
    readonly after: readonly string[];
    readonly accepted: readonly string[];
    readonly others: readonly string[];
  };
}

/** A check that misses more of its own corrections than this is about something else. */
const LEAST_HIT = 0.5;

/**
 * Why a check is not offered; empty if it may be. It has to hit its corrections, at least half of them, and nothing
 * that people made of them, accepted, or corrected for another reason.
 */
export function gateCheck({ trial, examples, cases, isTooSlow }: TriedCheck): readonly CheckObjection[] {
  const { before, after, accepted, others } = trial;
  const objections: CheckObjection[] = [];
  const object = (code: CheckObjection["code"], message: string, ids: readonly string[]): void => {
    objections.push({ code, message, cases: ids.slice(0, MAX_CASES) });
  };
  if (isTooSlow)
    return [
      { code: "too_slow", message: "it takes too long on some of the code that it was tried on", cases: [] },
    ];
  if (before.tried > 0 && (before.hit === 0 || before.hit < before.tried * LEAST_HIT)) {
    const missed = examples.flatMap(({ isHit, correction }) => (isHit ? [] : (correction ?? [])));
    object("misses_corrections", `it finds ${before.hit} of the rule's ${before.tried} corrections`, missed);
  }
  if (after.hit > 0)
    object(
      "hits_after",
      `it also finds what people made of ${after.hit} of the rule's ${after.tried} corrections`,
      cases.after,
    );
  if (accepted.hit > 0)
    object(
      "hits_accepted",
      `it finds ${accepted.hit} of ${accepted.tried} pieces of work that people accepted`,
      cases.accepted,
    );
  if (others.hit > 0)
    object(
      "hits_others",
      `it finds ${others.hit} of ${others.tried} pieces of code from corrections of other rules`,
      cases.others,
    );
  return objections;
}

/** How often a check hits code, per 1,000 lines; null if it was tried on none. */
export const hitsPerThousandLines = ({
  lines,
  hits,
}: {
  readonly lines: number;
  readonly hits: number;
}): number | null => (lines === 0 ? null : Math.round((hits / lines) * 100_000) / 100);
