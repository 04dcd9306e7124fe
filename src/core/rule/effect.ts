import { daysBetween } from "../time/days-after.ts";
import { rateRatio, type EventCount } from "./rate-ratio.ts";
import type { RulePolicy } from "./rule-policy.ts";

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
  const of = (verdict: EffectVerdict, rationale: string, runs_needed: number | null = null): Effect => ({
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
    return of("stabilising", `in force for ${whole(days)} of the first ${policy.stabilisingDays} days`);
  }
  if (compared !== undefined && compared.low > 1) {
    return of("worse", `the mistake is more frequent than before: ${told(before)} then, ${told(after)} now`);
  }
  if (
    compared !== undefined &&
    compared.high < 1 &&
    reduction !== null &&
    reduction >= policy.flagUnderReduction
  ) {
    return of("helping", `${percent(reduction)} fewer: ${told(before)} before, ${told(after)} since`);
  }
  const small = reduction !== null && reduction < policy.flagUnderReduction;
  if (small && days >= policy.flagAfterDays && expected >= policy.flagExpected) {
    return of(
      "ineffective",
      `after ${whole(days)} days the reduction is ${percent(reduction)}, under ${percent(policy.flagUnderReduction)}: ${told(before)} before, ${told(after)} since`,
    );
  }
  const needed = runsNeeded(before, after);
  const more = needed === null ? "" : `; ${needed} more runs without a recurrence would show that it helps`;
  return of(
    "not_enough",
    `${told(before)} before and ${told(after)} since decide nothing yet${more}`,
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
const told = ({ events, runs }: EventCount): string => `${events} in ${runs} ${runs === 1 ? "run" : "runs"}`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const whole = (days: number): string => String(Math.floor(days));
