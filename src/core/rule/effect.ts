import { daysBetween } from "../time/time.ts";
import type { RulePolicy } from "../evaluation/rule-policy.ts";
import {
  type ComparedGroups,
  type ComparedRates,
  type ComparedWith,
  compareRates,
  lowAgainstPast,
  type EffectGroup,
  type EventCount,
} from "./compare-rates.ts";
import type { AgentDay } from "./count-around.ts";

export const EFFECT_VERDICTS = ["stabilising", "helping", "not_enough", "ineffective", "worse"] as const;
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];

/** Counts of a rule's mistake. Runs are attempts or decided submissions, the same on both sides. */
export interface EffectCounts {
  /** Before the rule came into force, with the occurrences that led to it. */
  readonly before: EventCount;
  /** Since then, in runs whose prompt contained the rule. */
  readonly after: EventCount;
  /** The start of the measurement; see `Rule.measured_from`. */
  readonly since: string;
  /** The same counts by agent and model. Without them all work is compared as one, and only a large change counts. */
  readonly compared?: ComparedGroups;
}

/** Without groups, so many occurrences are taken to have led to the rule. */
const USUALLY_LED = 3;

/** The effect of a rule on the recurrence of its mistake. */
export interface Effect {
  readonly verdict: EffectVerdict;
  /** What is compared: without the occurrences that led to the rule, and without work whose model has no counterpart. */
  readonly before: EventCount & { readonly rate: number | null };
  readonly after: EventCount & { readonly rate: number | null };
  /** Occurrences that led to the rule, which are no baseline. */
  readonly led_to_rule: number;
  /** `nothing` if all work since was done with another model than before. */
  readonly compared_with: ComparedWith | "nothing";
  /** A smaller reduction may have other causes, so it is not credited to the rule. */
  readonly least_reduction: number;
  readonly by_model: readonly ModelEffect[];
  /** The share of recurrences that went away; negative if there are more, null if unknown. */
  readonly reduction: number | null;
  /** What the reduction may be. Each end holds at every look with 95 % confidence; `low` is null if it has no lower end. */
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

/** The same counts for one model, with every occurrence. */
export interface ModelEffect {
  /** Null if it is not known. */
  readonly model: string | null;
  readonly before: EventCount;
  readonly after: EventCount;
}

/**
 * Judges a rule. The first row that applies decides:
 * `stabilising` before `stabilisingDays`; `worse` when the whole interval shows at least twice as many recurrences; `helping`
 * when it shows a reduction that has hardly another cause (`least_reduction`); `ineffective` from `flagAfterDays` on, when the reduction is smaller than
 * `flagUnderReduction` even if the occurrences that led to the rule are counted, the interval rules out that the rule prevents
 * most of them, and at least `flagExpected` recurrences were to be expected at the old rate, so that an idle agent or a rare
 * mistake flags nothing; else `not_enough`.
 */
export function judgeEffect(
  counts: EffectCounts,
  now: string,
  policy: Pick<RulePolicy, "stabilisingDays" | "flagAfterDays" | "flagUnderReduction" | "flagExpected">,
): Effect {
  const groups = counts.compared ?? asOneGroup(counts);
  const compared = compareRates(groups);
  const days = Math.max(0, daysBetween(counts.since, now));
  const canCompare = compared.before.runs > 0 && compared.after.runs > 0;
  // Without anything to compare, people still see what there is.
  const shown = canCompare ? compared : totals(groups.groups);
  const { before, after, led_to_rule } = shown;
  const { margin } = compared;
  const reduction = before.events === 0 || !canCompare ? null : compared.estimate;
  const interval = canCompare ? { low: compared.low, high: compared.high } : null;
  const result = (verdict: EffectVerdict, rationale: string, runs_needed: number | null = null): Effect => ({
    verdict,
    before: { ...before, rate: rateOf(before) },
    after: { ...after, rate: rateOf(after) },
    led_to_rule,
    compared_with: isOtherModel(groups.groups) ? "nothing" : compared.compared_with,
    least_reduction: margin,
    by_model: byModel(groups.groups),
    reduction,
    interval,
    days,
    runs_needed,
    rationale,
  });
  if (days < policy.stabilisingDays) {
    return result("stabilising", `in force for ${whole(days)} of the first ${policy.stabilisingDays} days`);
  }
  if (isOtherModel(groups.groups)) {
    return result("not_enough", "the model has changed since, so the time before says nothing about now");
  }
  const seen = `${formatCount(before)} before${ledText(led_to_rule)}, ${formatCount(after)} since`;
  if (isWorse(compared)) return result("worse", `the mistake is more frequent than before: ${seen}`);
  if (isHelping(compared) && reduction !== null && reduction >= policy.flagUnderReduction) {
    return result("helping", `${percent(reduction)} fewer: ${seen}`);
  }
  const all = { events: before.events + led_to_rule, runs: before.runs };
  const ratio = (rateOf(after) ?? 0) / (rateOf(all) ?? 0);
  const expected = (rateOf(all) ?? 0) * after.runs;
  const isSmall = rounded(1 - ratio) < policy.flagUnderReduction;
  const mayWork = compared.high >= WORTHWHILE;
  if (isSmall && !mayWork && days >= policy.flagAfterDays && expected >= policy.flagExpected) {
    return result(
      "ineffective",
      `after ${whole(days)} days the reduction is under ${percent(policy.flagUnderReduction)}: ${formatCount(all)} before, ${formatCount(after)} since`,
    );
  }
  if (interval !== null && interval.low !== null && interval.low > 0) {
    return result(
      "not_enough",
      `fewer than before, but a change by less than ${percent(margin)} may have other causes, such as another model or other work: ${seen}. A trial would tell`,
      runsNeeded(groups, margin),
    );
  }
  const needed = runsNeeded(groups, margin);
  const more = needed === null ? "" : `; ${needed} more runs without a recurrence would show that it helps`;
  return result("not_enough", `too little data: ${seen}${more}`, needed);
}

/** A rule that may prevent this share of its mistake is not called ineffective. */
const WORTHWHILE = 0.75;

const asOneGroup = ({ before, after }: EffectCounts): ComparedGroups => ({
  groups: [
    {
      agent: "",
      model: null,
      before,
      after,
      led_to_rule: Math.min(before.events, USUALLY_LED),
      others: { before: 0, after: 0 },
    },
  ],
  spread: 1,
  others_spread: 1,
});

const isHelping = ({ low, margin }: Pick<ComparedRates, "low" | "margin">): boolean =>
  low !== null && low >= margin;

/** A smaller rise may have other causes: mistakes come in waves. */
const RISE = 2;
const isWorse = ({ high }: ComparedRates): boolean => 1 - high >= RISE;

/** Whether there is work on both sides, but all of it with different models. */
function isOtherModel(groups: readonly EffectGroup[]): boolean {
  return (
    groups.some(({ before }) => before.runs > 0) &&
    groups.some(({ after }) => after.runs > 0) &&
    !groups.some(({ before, after }) => before.runs > 0 && after.runs > 0) &&
    groups.some(({ model }) => model !== null)
  );
}

function totals(groups: readonly EffectGroup[]) {
  const [all] = byModel(groups.map((group) => ({ ...group, model: null })));
  const { before, after } = all ?? { before: NOTHING, after: NOTHING };
  const led_to_rule = groups.reduce((sum, group) => sum + group.led_to_rule, 0);
  return { before: { events: before.events - led_to_rule, runs: before.runs }, after, led_to_rule };
}

const NOTHING: EventCount = { events: 0, runs: 0 };

const byModel = (groups: readonly EffectGroup[]): readonly ModelEffect[] =>
  Array.from(
    Map.groupBy(groups, ({ model }) => model),
    ([model, those]) => ({
      model,
      before: added(those.map(({ before }) => before)),
      after: added(those.map(({ after }) => after)),
    }),
  );

const added = (counts: readonly EventCount[]): EventCount =>
  counts.reduce((sum, { events, runs }) => ({ events: sum.events + events, runs: sum.runs + runs }), NOTHING);

/** The most runs worth waiting for. */
const MAX_RUNS_NEEDED = 1_000_000;

/** The number of runs without a recurrence that would show it, if other mistakes go on as before. */
function runsNeeded(compared: ComparedGroups, margin: number): number | null {
  const groups = compared.groups.filter(({ before }) => before.runs > 0);
  const runs = groups.reduce((sum, { after }) => sum + after.runs, 0);
  const earlier = groups.reduce((sum, { before }) => sum + before.runs, 0);
  if (groups.every(({ before, led_to_rule }) => before.events <= led_to_rule)) return null;
  const shows = (more: number): boolean =>
    isHelping({
      margin,
      low: lowAgainstPast({
        ...compared,
        groups: groups.map((group) => {
          const share = runs > 0 ? group.after.runs / runs : group.before.runs / earlier;
          return { ...group, after: { events: group.after.events, runs: group.after.runs + share * more } };
        }),
      }),
    });
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

const ledText = (count: number): string => (count === 0 ? "" : ` without the ${count} that led to the rule`);

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
