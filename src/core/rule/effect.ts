import { daysBetween } from "../time/time.ts";
import { rateRatio, type EventCount } from "./rate-ratio.ts";
import type { RulePolicy } from "../evaluation/rule-policy.ts";
import type { AgentDay } from "./count-around.ts";

export const EFFECT_VERDICTS = ["stabilising", "helping", "not_enough", "ineffective", "worse"] as const;
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];

/** What is counted about a rule's mistake; runs are attempts or decided submissions, the same on both sides. */
export interface EffectCounts {
  /** Before the rule came into force. */
  readonly before: EventCount;
  /** Since then, in runs whose prompt held the rule. */
  readonly after: EventCount;
  /** From when the rule is measured; see `Rule.measured_from`. */
  readonly since: string;
}

/** What a rule did to the recurrence of its mistake. */
export interface Effect {
  readonly verdict: EffectVerdict;
  readonly before: EventCount & { readonly rate: number | null };
  readonly after: EventCount & { readonly rate: number | null };
  /** The share of recurrences that went away; negative where there are more, null where it cannot be told. */
  readonly reduction: number | null;
  /** Where the reduction lies with 95 % confidence; no lower end is null. */
  readonly interval: { readonly low: number | null; readonly high: number } | null;
  readonly days: number;
  /** For `not_enough`: runs without a recurrence that would show that it helps; null where no number would. */
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

/** How many runs without a recurrence would leave no room for chance. */
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

/** To a millionth, so that exactly a tenth is not a little less. */
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
  /** Somebody, or Emend, flagged it as of no use, maybe long ago. */
  readonly isFlagged: boolean;
  /** How often the mistake came up since the rule settled. */
  readonly recurrences: number;
}

const LOOK = "Look at the newest cases";

/**
 * What a rule's measured effect asks of people. Everything that tells of a rule takes its advice from here, so that
 * nobody reads that a rule helps and should be retired.
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

/** Days whose occurrences tell how often a mistake happens now. */
export const BENEFIT_DAYS = 28;
/** For a person's own words, which nobody has weighed. */
const UNWEIGHED = 0.5;

/** What a rule is expected to spare, by which the queue of proposals is ordered. */
export interface ExpectedBenefit {
  /** Occurrences per week × agents affected × confidence; a number to compare proposals by, and no forecast. */
  readonly score: number;
  readonly per_week: number;
  readonly agents: number;
  readonly confidence: number;
}

/**
 * A mistake that happens often, to several agents, and surely is one pattern, comes first. Agents multiply because a
 * rule spares each of them the mistake, and those to come as well.
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
