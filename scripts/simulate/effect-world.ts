import { geometric, poisson, type Random } from "./random.ts";

/** Why people wrote a rule: so many occurrences within so many days. */
export interface Trigger {
  readonly count: number;
  readonly days: number;
}

/** What happens to the frequency of mistakes besides the rule. */
export type Drift =
  | "none"
  | "all halve in 60 days"
  | "all double in 60 days"
  | "this one halves in 120 days"
  | "in waves"
  | "others double";

/** A new model that halves mistakes, used from the week of the rule on. */
export type ModelChange =
  | "none"
  | "recorded, halves all"
  | "recorded, halves this one"
  | "not recorded, halves all"
  | "not recorded, halves this one";

/** A team, its mistake and what else goes on. */
export interface World {
  readonly trigger: Trigger;
  /** Mistakes per run, by one agent. */
  readonly rate: number;
  readonly agents: number;
  /** Days from the last occurrence of the trigger until the rule is in force. */
  readonly delay: number;
  readonly drift: Drift;
  readonly model: ModelChange;
  /** Occurrences that one cause has on the same day, on average. */
  readonly burst: number;
  /** Other mistakes per run, without a rule. */
  readonly others: number;
  /** The share of occurrences that the rule prevents. */
  readonly reduction: number;
}

/** The work of one agent with one model on one day; day 0 is the one on which the rule comes into force. */
export interface WorldDay {
  readonly day: number;
  readonly agent: number;
  readonly model: number;
  readonly runs: number;
  readonly occurrences: number;
  readonly others: number;
}

export const RUNS_PER_DAY = 6;
/** Days of records before a trigger is looked for. */
const EARLIER = 30;
/** A mistake that has not triggered a rule by then never gets one. */
const LATEST = 400;
/** Days before a rule and since that are compared. */
export const BEFORE = 30;
export const AFTER = 90;

/** What is recorded around a rule; undefined if nothing triggers one. */
export function simulateWorld(world: World, random: Random): readonly WorldDay[] | undefined {
  const phase = Math.floor(random() * WAVE);
  const recent: number[] = [];
  const days: Omit<WorldDay, "day">[][] = [];
  const change = Array.from({ length: world.agents }, () => Math.floor(random() * 7) - 3);
  let due: number | undefined;
  for (let day = 0; due === undefined || day <= due + AFTER; day += 1) {
    if (due === undefined && day > LATEST) return undefined;
    const since = due === undefined ? -Infinity : day - due;
    const kept = since > 0 ? 1 - world.reduction : 1;
    let count = 0;
    const rows = change.map((offset, agent) => {
      const model = world.model !== "none" && since >= offset ? 1 : 0;
      const { one, others: other } = frequencies(world, { day: day + phase, since, passed: day, model });
      const runs = poisson(random, day % 7 < 5 ? RUNS_PER_DAY : 1);
      const occurrences = events(random, runs * world.rate * one * kept, world.burst);
      const others = events(random, runs * world.others * other, world.burst);
      count += occurrences;
      return { agent, model, runs, occurrences, others };
    });
    days.push(rows);
    for (let one = 0; one < count; one += 1) recent.push(day);
    if (due !== undefined || day < EARLIER || count === 0) continue;
    const first = recent.at(-world.trigger.count);
    if (first !== undefined && first > day - world.trigger.days) due = day + 1 + world.delay;
  }
  return days.flatMap((rows, day) => rows.map((row) => ({ day: day - due, ...row })));
}

interface Moment {
  readonly day: number;
  /** Days since the rule came into force. */
  readonly since: number;
  /** Days since the records begin. */
  readonly passed: number;
  readonly model: number;
}

/** A wave lasts 42 days: frequent for 14 of them, rare in the others. */
const WAVE = 42;

/** How frequent this mistake and others are, relative to the first day. */
function frequencies(
  { drift, model }: World,
  { day, since, passed, model: used }: Moment,
): { one: number; others: number } {
  const [all, own] = [
    drift === "all halve in 60 days"
      ? 0.5 ** (passed / 60)
      : drift === "all double in 60 days"
        ? 2 ** (Math.min(passed, 150) / 60)
        : 1,
    drift === "this one halves in 120 days"
      ? 0.5 ** (passed / 120)
      : drift === "in waves"
        ? day % WAVE < 14
          ? 2
          : 0.5
        : 1,
  ];
  const changed = used === 1 ? 0.5 : 1;
  return {
    one: all * own * (model === "none" ? 1 : changed),
    others: all * (model.endsWith("all") ? changed : 1) * (drift === "others double" && since > 0 ? 2 : 1),
  };
}

function events(random: Random, mean: number, burst: number): number {
  const causes = poisson(random, mean / burst);
  if (burst === 1) return causes;
  let count = 0;
  for (let one = 0; one < causes; one += 1) count += geometric(random, burst);
  return count;
}
