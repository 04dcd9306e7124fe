import { type RateChange, type RatePair, weighRates } from "../statistics/rate-evidence.ts";

export interface EventCount {
  readonly events: number;
  readonly runs: number;
}

/** The work of one agent with one model, before the rule and since. Only work of the same group is compared. */
export interface EffectGroup {
  readonly agent: string;
  /** Null if it is not known. */
  readonly model: string | null;
  readonly before: EventCount;
  readonly after: EventCount;
  /** Occurrences before the rule that led to it. They are no baseline: without them there would be no rule. */
  readonly led_to_rule: number;
  /** Occurrences of other mistakes that no rule was made against. */
  readonly others: { readonly before: number; readonly after: number };
}

export interface ComparedGroups {
  readonly groups: readonly EffectGroup[];
  /** How many occurrences usually happen together, at least 1; each then tells less than one that happens alone. */
  readonly spread: number;
  readonly others_spread: number;
}

/** What a change is compared with: the mistake's own past, or also other mistakes on the same days. */
export type ComparedWith = "past" | "past_and_others";

export interface ComparedRates extends RateChange {
  readonly compared_with: ComparedWith;
  /** A smaller reduction may have other causes, so it is not credited to the rule. */
  readonly margin: number;
  /** Occurrences that led to the rule, in the groups that are compared. */
  readonly led_to_rule: number;
  /** Without the occurrences that led to the rule. */
  readonly before: EventCount;
  readonly after: EventCount;
}

/** Other mistakes on each side that make a comparison worth while. */
const ENOUGH_OTHERS = 20;
/** What may change by itself: other mistakes show what the whole agent does, and the model what it is. */
const KNOWN_MARGIN = 0.25;
/** Nothing shows whether something else changed: a new model may well halve a mistake. */
const UNKNOWN_MARGIN = 0.5;

/**
 * Compares the time since a rule with the time before, within each agent and model. Whatever would make a rule look better
 * or worse than it is widens the interval: at its lower end the occurrences that led to the rule are no baseline, at its
 * upper end they are; and with other mistakes to compare with, it covers both comparisons.
 */
export function compareRates({ groups, spread, others_spread }: ComparedGroups): ComparedRates {
  const compared = groups.filter(({ before, after }) => before.runs > 0 && after.runs > 0);
  const others = {
    before: sum(compared.map((group) => group.others.before)) / others_spread,
    after: sum(compared.map((group) => group.others.after)) / others_spread,
  };
  const hasOthers = others.before >= ENOUGH_OTHERS && others.after >= ENOUGH_OTHERS;
  const isKnown = compared.every(({ model }) => model !== null);
  const pairs = (hasLed: boolean, byOthers: boolean): readonly RatePair[] =>
    compared.map((group) => ({
      ...counted(group, hasLed, spread),
      expected: byOthers
        ? { before: group.others.before / others_spread, after: group.others.after / others_spread }
        : { before: group.before.runs, after: group.after.runs },
      isCounted: byOthers,
    }));
  const comparisons = hasOthers ? [false, true] : [false];
  const careful = comparisons.map((byOthers) => weighRates(pairs(false, byOthers)));
  const generous = comparisons.map((byOthers) => weighRates(pairs(true, byOthers)));
  const lows = careful.map(({ low }) => low);
  const led = sum(compared.map(({ led_to_rule }) => led_to_rule));
  return {
    estimate: careful[0]!.estimate,
    low: lows.includes(null) ? null : Math.min(...(lows as readonly number[])),
    high: Math.max(...generous.map(({ high }) => high)),
    compared_with: hasOthers ? "past_and_others" : "past",
    margin: hasOthers && isKnown ? KNOWN_MARGIN : UNKNOWN_MARGIN,
    led_to_rule: led,
    before: {
      events: sum(compared.map(({ before }) => before.events)) - led,
      runs: sum(compared.map(({ before }) => before.runs)),
    },
    after: {
      events: sum(compared.map(({ after }) => after.events)),
      runs: sum(compared.map(({ after }) => after.runs)),
    },
  };
}

/** The lower end against the mistake's own past alone, which takes little time. */
export function lowAgainstPast({ groups, spread }: ComparedGroups): number | null {
  return weighRates(
    groups.map((group) => ({
      ...counted(group, false, spread),
      expected: { before: group.before.runs, after: group.after.runs },
      isCounted: false,
    })),
  ).low;
}

const counted = ({ before, after, led_to_rule }: EffectGroup, hasLed: boolean, spread: number) => ({
  before: (before.events - (hasLed ? 0 : led_to_rule)) / spread,
  after: after.events / spread,
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
