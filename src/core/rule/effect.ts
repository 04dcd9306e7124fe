import { daysBetween } from "../time/time.ts";
import { rateRatio, type EventCount } from "./rate-ratio.ts";
import type { RulePolicy } from "../evaluation/rule-policy.ts";
import type { AgentDay } from "./count-around.ts";

export const EFFECT_VERDICTS = ["stabilising", "helping", "not_enough", "ineffective", "worse"] as const;
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];

/** Counts of a rule's mistake. Runs are attempts or decided submissions, the same on both sides. */
export interface EffectCounts {
  /** Before the rule came into force. */
  readonly before: EventCount;
  /** Since then, in runs whose prompt contained the rule. */
  readonly after: EventCount;
  /** The start of the measurement; see `Rule.measured_from`. */
  readonly since: string;
}

/** The effect of a rule on the recurrence of its mistake. */
export interface Effect {
  readonly verdict: EffectVerdict;
  readonly before: EventCount & { readonly rate: number | null };
  readonly after: EventCount & { readonly rate: number | null };
  /** The share of recurrences that went away; negative if there are more, null if unknown. */
  readonly reduction: number | null;
  /** The 95 % confidence interval of the reduction; `low` is null if it has no lower end. */
  readonly interval: { readonly low: number | null; readonly high: number } | null;
  readonly days: number;
  /**
   * For `not_enough`: the number of runs without a recurrence that would show that it helps; null if no number
   * would.
   */
  readonly runs_needed: number | null;
  /** Why the verdict is what it is, in plain words. */
  readonly rationale: string;
}

/**
 * Judges a rule. The first row that applies decides:
 * `stabilising` before `stabilisingDays`; `worse` when the whole interval shows more recurrences; `helping` when
 * the whole interval shows fewer and the reduction is no smaller than `flagUnderReduction`; `ineffective` from
 * `flagAfterDays` on, when the reduction is smaller than that and at least `flagExpected` recurrences were to be
 * expected at the old rate, so that an idle agent or a rare mistake flags nothing; else `not_enough`.
 */
export function judgeEffect(
  counts: EffectCounts,
  now: string,
  policy: Pick<RulePolicy, "stabilisingDays" | "flagAfterDays" | "flagUnderReduction" | "flagExpected">,
): Effect {
  const { before, after, since } = counts;
  const days = Math.max(0, daysBetween(since, now));
  const compared = rateRatio(before, after);
  const reduction = compared === undefined || compared.ratio === null ? null : rounded(1 - compared.ratio);
  const interval =
    compared === undefined
      ? null
      : {
          low: compared.high === Infinity ? null : rounded(1 - compared.high),
          high: rounded(1 - compared.low),
        };
  const expected = (rateOf(before) ?? 0) * after.runs;
  const result = (verdict: EffectVerdict, rationale: string, runs_needed: number | null = null): Effect => ({
    verdict,
    before: { ...before, rate: rateOf(before) },
    after: { ...after, rate: rateOf(after) },
    reduction,
    interval,
    days,
    runs_needed,
    rationale,
  });
  if (days < policy.stabilisingDays) {
    return result("stabilising", `in force for ${whole(days)} of the first ${policy.stabilisingDays} days`);
  }
  if (compared !== undefined && compared.low > 1) {
    return result(
      "worse",
      `the mistake is more frequent than before: ${formatCount(before)} then, ${formatCount(after)} now`,
    );
  }
  if (
    compared !== undefined &&
    compared.high < 1 &&
    reduction !== null &&
    reduction >= policy.flagUnderReduction
  ) {
    return result(
      "helping",
      `${percent(reduction)} fewer: ${formatCount(before)} before, ${formatCount(after)} since`,
    );
  }
  const small = reduction !== null && reduction < policy.flagUnderReduction;
  if (small && days >= policy.flagAfterDays && expected >= policy.flagExpected) {
    return result(
      "ineffective",
      `after ${whole(days)} days the reduction is ${percent(reduction)}, under ${percent(policy.flagUnderReduction)}: ${formatCount(before)} before, ${formatCount(after)} since`,
    );
  }
  const needed = runsNeeded(before, after);
  const more = needed === null ? "" : `; ${needed} more runs without a recurrence would show that it helps`;
  return result(
    "not_enough",
    `too little data: ${formatCount(before)} before and ${formatCount(after)} since${more}`,
    needed,
  );
}

/** The most runs worth waiting for. */
const MAX_RUNS_NEEDED = 1_000_000;

/** The number of runs without a recurrence that would rule out chance. */
function runsNeeded(before: EventCount, after: EventCount): number | null {
  const shows = (more: number): boolean =>
    (rateRatio(before, { events: after.events, runs: after.runs + more })?.high ?? Infinity) < 1;
  if (!shows(MAX_RUNS_NEEDED)) return null;
  let low = 0;
  let high = MAX_RUNS_NEEDED;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (shows(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Rounded to a millionth, so that a tenth is exactly a tenth. */
const rounded = (share: number): number => Math.round(share * 1e6) / 1e6;
const rateOf = ({ events, runs }: EventCount): number | null => (runs > 0 ? events / runs : null);
const formatCount = ({ events, runs }: EventCount): string =>
  `${events} in ${runs} ${runs === 1 ? "run" : "runs"}`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const whole = (days: number): string => String(Math.floor(days));

export const RULE_ADVICE = ["keep", "wait", "look", "modify_or_retire"] as const;

/** What to do about a rule in force. */
export interface RuleAdvice {
  readonly action: (typeof RULE_ADVICE)[number];
  /** In plain words; one or two sentences. */
  readonly message: string;
}

interface Measured {
  readonly verdict: EffectVerdict;
  /** A person or Emend flagged it as useless, maybe long ago. */
  readonly isFlagged: boolean;
  /** How often the mistake occurred since the rule stabilised. */
  readonly recurrences: number;
}

const LOOK = "Look at the newest cases";

/**
 * The advice that follows from a rule's effect. All output takes its advice from here, so that it never says both
 * that a rule helps and that it should be retired.
 */
export function adviseOnRule({ verdict, isFlagged, recurrences }: Measured): RuleAdvice {
  const isBack = recurrences > 0;
  switch (verdict) {
    case "stabilising":
      return { action: "wait", message: "Wait: it is too early for a verdict." };
    case "helping":
      if (isFlagged) {
        return {
          action: "keep",
          message: "The rule helps now. Keep it, which removes the flag.",
        };
      }
      return {
        action: "keep",
        message: isBack
          ? `The rule helps. Keep it. ${LOOK} to see what it misses.`
          : "The rule helps. Keep it.",
      };
    case "not_enough":
      return isBack || isFlagged
        ? { action: "look", message: `${LOOK}: there are too few runs to tell whether the rule helps.` }
        : { action: "wait", message: "Wait for more runs." };
    case "ineffective":
    case "worse":
      return {
        action: "modify_or_retire",
        message: isBack ? `${LOOK}, then modify or retire the rule.` : "Modify or retire the rule.",
      };
  }
}

/** The period that tells how often a mistake happens now. */
export const BENEFIT_DAYS = 28;
/** The confidence in a person's own rule, which nobody has rated. */
const UNWEIGHED = 0.5;

/** The expected benefit of a rule, by which proposals are ordered. */
export interface ExpectedBenefit {
  /** Occurrences per week × affected agents × confidence. A score to compare proposals, not a forecast. */
  readonly score: number;
  readonly per_week: number;
  readonly agents: number;
  readonly confidence: number;
}

/**
 * Frequent mistakes of several agents that are clearly one pattern come first. Agents multiply, because a rule helps
 * each of them and future ones too.
 */
export function expectedBenefit(recent: readonly AgentDay[], confidence: number | null): ExpectedBenefit {
  const count = recent.reduce((sum, day) => sum + day.count, 0);
  const agents = new Set(recent.map(({ agent }) => agent)).size;
  const perWeek = (count * 7) / BENEFIT_DAYS;
  const sure = confidence ?? UNWEIGHED;
  return {
    score: toHundredths(perWeek * agents * sure),
    per_week: toHundredths(perWeek),
    agents,
    confidence: sure,
  };
}

const toHundredths = (value: number): number => Math.round(value * 100) / 100;
