import { compareRates } from "../../src/core/rule/compare-rates.ts";
import { type Effect, judgeEffect } from "../../src/core/rule/effect.ts";
import { groupDays } from "../../src/core/rule/effect-groups.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { daysAfter } from "../../src/core/time/time.ts";
import { weighRates } from "../../src/core/statistics/rate-evidence.ts";
import { AFTER, BEFORE, simulateWorld, type World, type WorldDay } from "./effect-world.ts";
import { rateRatio } from "./rate-ratio.ts";
import { createRandom } from "./random.ts";

/** What each estimator ever said of the rules of one cell, with a look every day for 90 days, as shares of the rules. */
export interface EffectCell {
  readonly world: World;
  readonly rules: number;
  /** *Helping* by the estimator that Emend had before, and by candidates that were not chosen. */
  readonly earlier: number;
  readonly without_trigger: number;
  readonly at_every_look: number;
  /** Verdicts of the present one. */
  readonly helping: number;
  readonly worse: number;
  readonly ineffective: number;
  /** Days until *helping*: the median of those that came to it. */
  readonly days: number | null;
}

const SINCE = "2026-06-01T00:00:00.000Z";
const START = DEFAULT_RULE_POLICY.stabilisingDays;
const LED = DEFAULT_RULE_POLICY.occurrences;
/** Worlds drawn for each rule that is wanted: in rare ones nothing triggers a rule. */
const MOST_DRAWN = 30;

export function simulateEffects(world: World, rules: number, seed: number): EffectCell {
  const random = createRandom(seed);
  const counts = { earlier: 0, without_trigger: 0, at_every_look: 0, helping: 0, worse: 0, ineffective: 0 };
  const helped: number[] = [];
  let done = 0;
  for (let drawn = 0; done < rules && drawn < rules * MOST_DRAWN; drawn += 1) {
    const days = simulateWorld(world, random);
    if (days === undefined) continue;
    done += 1;
    const said = judgeDaily(days, world);
    for (const key of Object.keys(counts) as (keyof typeof counts)[])
      if (said[key] !== undefined) counts[key] += 1;
    if (said.helping !== undefined) helped.push(said.helping);
  }
  if (done < rules)
    throw new Error(`only ${done} of ${rules} rules were triggered in ${JSON.stringify(world)}`);
  const share = (count: number): number => Math.round((count / rules) * 1e4) / 1e4;
  return {
    world,
    rules,
    earlier: share(counts.earlier),
    without_trigger: share(counts.without_trigger),
    at_every_look: share(counts.at_every_look),
    helping: share(counts.helping),
    worse: share(counts.worse),
    ineffective: share(counts.ineffective),
    days: helped.toSorted((a, b) => a - b)[Math.floor(helped.length / 2)] ?? null,
  };
}

type Said = Partial<
  Record<"earlier" | "without_trigger" | "at_every_look" | "helping" | "worse" | "ineffective", number>
>;

/** The day on which each estimator first said something. */
function judgeDaily(days: readonly WorldDay[], world: World): Said {
  const said: Said = {};
  const before = { events: 0, runs: 0 };
  const after = { events: 0, runs: 0 };
  for (const { day, runs, occurrences } of days) {
    if (day >= 0 || day < -BEFORE) continue;
    before.runs += runs;
    before.events += occurrences;
  }
  const led = Math.min(before.events, LED);
  const cleaned = { events: before.events - led, runs: before.runs };
  const byDay = Map.groupBy(days, ({ day }) => day);
  const splits = splitByModel(days, world);
  for (let day = 1; day <= AFTER; day += 1) {
    for (const row of byDay.get(day)!) {
      after.runs += row.runs;
      after.events += row.occurrences;
      splits.add(row);
    }
    if (day < START || after.runs === 0) continue;
    if (said.earlier === undefined && helpsEarlier(before, after)) said.earlier = day;
    if (said.without_trigger === undefined && helpsEarlier(cleaned, after)) said.without_trigger = day;
    if (said.at_every_look === undefined && helpsAtEveryLook(cleaned, after)) said.at_every_look = day;
    const { isPossible, isIneffective } = splits.preview(day);
    const isOpen =
      (said.helping === undefined && isPossible.helping) ||
      (said.worse === undefined && isPossible.worse) ||
      (said.ineffective === undefined && isIneffective);
    if (!isOpen) continue;
    const { verdict } = judgeWorld(days, world, day);
    if (verdict === "helping" || verdict === "worse" || verdict === "ineffective") said[verdict] ??= day;
  }
  return said;
}

interface Count {
  readonly events: number;
  readonly runs: number;
}

/** Twice the logarithm of the likelihood ratio below which the exact interval of 95 % includes no change. */
const SURELY_INSIDE = 3;

function helpsEarlier(before: Count, after: Count): boolean {
  if (before.events === 0 || after.events * before.runs > 0.9 * before.events * after.runs) return false;
  if (2 * likelihoodRatio([{ before, after, led: 0 }], 1, "less") < SURELY_INSIDE) return false;
  const compared = rateRatio(before, after);
  return compared !== undefined && compared.high < 1;
}

function helpsAtEveryLook(before: Count, after: Count): boolean {
  if (before.events === 0 || after.events * before.runs > 0.9 * before.events * after.runs) return false;
  if (likelihoodRatio([{ before, after, led: 0 }], 1, "less") < Math.log(20)) return false;
  const expected = { before: before.runs, after: after.runs };
  const { low } = weighRates([{ before: before.events, after: after.events, expected, isCounted: false }]);
  return low !== null && low >= 0;
}

interface Split {
  readonly before: { events: number; runs: number };
  readonly after: { events: number; runs: number };
  led: number;
}

/**
 * Counts by agent and model as they add up, and whether a verdict is possible at all: its evidence is at most the likelihood
 * ratio of independent occurrences. Judging each day of each world in full would take hours.
 */
function splitByModel(days: readonly WorldDay[], world: World) {
  const isKnown = !world.model.startsWith("not recorded");
  const splits = new Map<string, Split>();
  const of = ({ agent, model }: WorldDay): Split => {
    const key = `${agent} ${isKnown ? model : 0}`;
    const split = splits.get(key) ?? {
      before: { events: 0, runs: 0 },
      after: { events: 0, runs: 0 },
      led: 0,
    };
    splits.set(key, split);
    return split;
  };
  let left = LED;
  for (const row of days.filter(({ day }) => day < 0 && day >= -BEFORE).toReversed()) {
    const split = of(row);
    split.before.runs += row.runs;
    split.before.events += row.occurrences;
    const led = Math.min(left, row.occurrences);
    split.led += led;
    left -= led;
  }
  return {
    add(row: WorldDay): void {
      const split = of(row);
      split.after.runs += row.runs;
      split.after.events += row.occurrences;
    },
    preview(day: number) {
      const all = [...splits.values()].filter(({ before, after }) => before.runs > 0 && after.runs > 0);
      const sum = (side: "before" | "after", what: "events" | "runs"): number =>
        all.reduce((total, split) => total + split[side][what], 0);
      const rate = sum("before", "events") / sum("before", "runs");
      const expected = rate * sum("after", "runs");
      const margin = isKnown && world.others > 0 ? 0.25 : 0.5;
      const enough = Math.log(20);
      return {
        isPossible: {
          helping: likelihoodRatio(all, 1 - margin, "less") >= enough,
          worse:
            likelihoodRatio(
              all.map((one) => ({ ...one, led: 0 })),
              2,
              "more",
            ) >= enough,
        },
        isIneffective:
          day >= DEFAULT_RULE_POLICY.flagAfterDays &&
          expected >= DEFAULT_RULE_POLICY.flagExpected &&
          sum("after", "events") > 0.9 * expected,
      };
    },
  };
}

/** How much likelier the occurrences are at the best odds on one side than at these, as a logarithm. */
function likelihoodRatio(
  splits: readonly { readonly before: Count; readonly after: Count; readonly led: number }[],
  odds: number,
  side: "less" | "more",
): number {
  const log = (at: number): number =>
    splits.reduce((sum, { before, after, led }) => {
      const share = after.runs / (after.runs + before.runs);
      const all = share * at + 1 - share;
      return sum + after.events * Math.log(at / all) - (before.events - led) * Math.log(all);
    }, 0);
  let best = -Infinity;
  for (let step = 0; step <= 40; step += 1) {
    const factor = 1.2 ** step;
    best = Math.max(best, log(side === "less" ? odds / factor : odds * factor));
  }
  return best - log(odds);
}

/** What Emend says on this day. */
function judgeWorld(days: readonly WorldDay[], world: World, day: number): Effect {
  const isKnown = !world.model.startsWith("not recorded");
  const rows = days.filter((row) => row.day >= -BEFORE && row.day <= day && row.day !== 0);
  const recorded = (count: (row: WorldDay) => number) =>
    rows.map((row) => ({ day: dayName(row.day), agent: String(row.agent), count: count(row) }));
  const work = recorded(({ runs }) => runs);
  const compared = groupDays({
    days: {
      before: { first: dayName(-BEFORE), last: dayName(-1) },
      after: { first: dayName(1), last: dayName(day) },
    },
    agents: new Set(rows.map(({ agent }) => String(agent))),
    occurrences: recorded(({ occurrences }) => occurrences),
    others: recorded(({ others }) => others),
    work: { before: work, after: work },
    models: isKnown ? rows.map((row, at) => ({ ...work[at]!, model: `model ${row.model}` })) : [],
    led: LED,
  });
  const { before, after } = compareRates(compared);
  return judgeEffect({ before, after, since: SINCE, compared }, daysAfter(SINCE, day), DEFAULT_RULE_POLICY);
}

const names = new Map<number, string>();

function dayName(day: number): string {
  const name = names.get(day) ?? daysAfter(SINCE, day).slice(0, 10);
  names.set(day, name);
  return name;
}
