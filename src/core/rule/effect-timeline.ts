import { byCodeUnits } from "../text/code-points.ts";
import { daysAfter, daysBetween } from "../time/time.ts";
import type { EventCount } from "./compare-rates.ts";
import { type AgentDay, type Days, type RuleRecurrence, startOfDays } from "./count-around.ts";
import type { Rule } from "./rule.ts";

/** Runs of one agent and model on one day. */
export interface ModelRuns extends AgentDay {
  readonly model: string;
}

/** The work of some days and how often the mistake occurred in it. */
export interface EffectWeek extends Days {
  /** Before the rule, or since: the day on which it came into force is the first of a week. */
  readonly side: "before" | "since";
  readonly runs: number;
  /** Runs whose prompt contained the rule. */
  readonly with_rule: number;
  readonly recurrences: number;
  /** Per run; null without runs. */
  readonly rate: number | null;
  /** The rates that so many recurrences fit, with 95 % confidence; null without runs. */
  readonly band: { readonly low: number; readonly high: number } | null;
  /** Recurrences that this much work had at the rate before the rule; null if that is not known. */
  readonly expected: number | null;
  /** By number of runs, the most used first; runs whose model is unknown are left out. */
  readonly models: readonly { readonly model: string; readonly runs: number }[];
}

/** When a version of a rule was in force. */
export interface VersionSpan {
  readonly version: number;
  readonly from: string;
  /** Null if it still is. */
  readonly until: string | null;
}

/** An agent began to use another model for most of its runs. */
export interface ModelChange {
  readonly day: string;
  readonly agent: string;
  readonly from: string;
  readonly to: string;
}

/** An occurrence of the mistake, before the rule or since. */
export interface TimelineOccurrence extends RuleRecurrence {
  readonly model: string | null;
}

/** How often a rule's mistake occurred, week by week. */
export interface EffectTimeline extends Days {
  readonly rule_id: string;
  /** What the rates are relative to. */
  readonly basis: "runs" | "decided_work";
  readonly agents: readonly string[];
  /** Recurrences per run before the rule; null if that is not known. */
  readonly expected_rate: number | null;
  readonly weeks: readonly EffectWeek[];
  readonly versions: readonly VersionSpan[];
  readonly model_changes: readonly ModelChange[];
  /** Newest first. */
  readonly occurrences: readonly TimelineOccurrence[];
  /** Whether there are older occurrences in these days that are not listed. */
  readonly more_occurrences: boolean;
}

/** The longest time shown, in weeks. */
const MOST_WEEKS = 52;
/** The weeks shown before a rule, if it is not older than the rest. */
const WEEKS_BEFORE = 12;
const WEEK = 7;
/** Runs of so many days decide which model an agent uses, so that a single run changes nothing. */
const MODEL_DAYS = 7;

/** The days to show: whole weeks before the rule, and up to now or until it was retired. Undefined if it never was in force. */
export function timelineDays(rule: Rule, now: string): Days | undefined {
  const spans = versionSpans(rule);
  const first = startOfDays(rule) ?? spans[0]?.from;
  if (first === undefined) return undefined;
  const end = spans.at(-1)?.until ?? now;
  const earliest = daysAfter(end, 1 - MOST_WEEKS * WEEK).slice(0, 10);
  let from = daysAfter(first, -WEEKS_BEFORE * WEEK).slice(0, 10);
  while (from < earliest) from = shift(from, WEEK);
  return { first: from, last: end.slice(0, 10) };
}

/** The versions that were in force, oldest first. */
export function versionSpans({ versions }: Pick<Rule, "versions">): readonly VersionSpan[] {
  const began = versions.filter(({ quorum, decided_at }) => quorum !== null && decided_at !== null);
  return began.map(({ version, decided_at, retirement }, index) => ({
    version,
    from: decided_at!,
    until: retirement?.at ?? began[index + 1]?.decided_at ?? null,
  }));
}

export interface TimelineCounts {
  readonly days: Days;
  /** The first day of the rule. */
  readonly began: string;
  readonly agents: ReadonlySet<string>;
  readonly occurrences: readonly AgentDay[];
  readonly work: readonly AgentDay[];
  readonly with_rule: readonly AgentDay[];
  readonly models: readonly ModelRuns[];
  readonly expected_rate: number | null;
}

export function effectWeeks(counts: TimelineCounts): readonly EffectWeek[] {
  const { days, began, agents, expected_rate } = counts;
  const number = Math.floor(daysBetween(startOf(days.first), startOf(days.last)) / WEEK) + 1;
  const weekOf = ({ day }: AgentDay): number =>
    Math.floor(daysBetween(startOf(days.first), startOf(day)) / WEEK);
  const sums = (rows: readonly AgentDay[]): readonly number[] => {
    const all = Array.from({ length: number }, () => 0);
    for (const row of rows) {
      if (row.day < days.first || row.day > days.last || !agents.has(row.agent)) continue;
      all[weekOf(row)]! += row.count;
    }
    return all;
  };
  const [runs, held, recurred] = [sums(counts.work), sums(counts.with_rule), sums(counts.occurrences)];
  const models = Map.groupBy(
    counts.models.filter(({ agent }) => agents.has(agent)),
    weekOf,
  );
  return Array.from({ length: number }, (_, index): EffectWeek => {
    const first = shift(days.first, index * WEEK);
    const last = shift(first, WEEK - 1);
    const count = { events: recurred[index]!, runs: runs[index]! };
    return {
      first,
      last: last < days.last ? last : days.last,
      side: first < began ? "before" : "since",
      runs: count.runs,
      with_rule: held[index]!,
      recurrences: count.events,
      rate: count.runs === 0 ? null : count.events / count.runs,
      band: rateBand(count),
      expected: expected_rate === null ? null : expected_rate * count.runs,
      models: mostUsed(models.get(index) ?? []),
    };
  });
}

function mostUsed(runs: readonly ModelRuns[]): EffectWeek["models"] {
  const sums = new Map<string, number>();
  for (const { model, count } of runs) sums.set(model, (sums.get(model) ?? 0) + count);
  return Array.from(sums, ([model, count]) => ({ model, runs: count })).toSorted(
    (a, b) => b.runs - a.runs || byCodeUnits(a.model, b.model),
  );
}

/** The 97.5th percentile of the normal distribution. */
const SPREAD = 1.96;

/** Byar's approximation of the exact interval of a rate, which is within 1 % of it. */
export function rateBand({ events, runs }: EventCount): EffectWeek["band"] {
  if (runs === 0) return null;
  const bound = (count: number, side: number): number =>
    count * Math.max(0, 1 - 1 / (9 * count) + (side * SPREAD) / (3 * Math.sqrt(count))) ** 3;
  return { low: events === 0 ? 0 : bound(events, -1) / runs, high: bound(events + 1, 1) / runs };
}

/** The days on which agents began to use another model for most of their runs, oldest first. */
export function modelChanges(runs: readonly ModelRuns[]): readonly ModelChange[] {
  const changes: ModelChange[] = [];
  for (const [agent, own] of Map.groupBy(runs, (row) => row.agent)) {
    const byDay = Map.groupBy(own, ({ day }) => day);
    const days = [...byDay.keys()].toSorted(byCodeUnits);
    let current: string | undefined;
    for (const day of days) {
      const today = mostUsed(byDay.get(day)!)[0]!.model;
      if (today === current) continue;
      const end = shift(day, MODEL_DAYS - 1);
      const next = own.filter((row) => row.day >= day && row.day <= end);
      if (current !== undefined && mostUsed(next)[0]!.model !== today) continue;
      if (current !== undefined) changes.push({ day, agent, from: current, to: today });
      current = today;
    }
  }
  return changes.toSorted((a, b) => byCodeUnits(a.day, b.day) || byCodeUnits(a.agent, b.agent));
}

const startOf = (day: string): string => `${day.slice(0, 10)}T00:00:00.000Z`;
const shift = (day: string, days: number): string => daysAfter(startOf(day), days).slice(0, 10);
