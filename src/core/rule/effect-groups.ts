import { byCodeUnits } from "../text/code-points.ts";
import { daysBetween } from "../time/time.ts";
import type { ComparedGroups, EffectGroup } from "./compare-rates.ts";
import type { AgentDay, Days, MeasuredDays } from "./count-around.ts";
import type { ModelRuns } from "./effect-timeline.ts";

/** What is recorded around a rule, day by day. */
export interface RecordedDays {
  readonly days: MeasuredDays;
  readonly agents: ReadonlySet<string>;
  /** Occurrences of the rule's mistake. */
  readonly occurrences: readonly AgentDay[];
  /** Occurrences of mistakes that no rule was made against. */
  readonly others: readonly AgentDay[];
  readonly work: { readonly before: readonly AgentDay[]; readonly after: readonly AgentDay[] };
  readonly models: readonly ModelRuns[];
  /** So many occurrences before the rule led to it. */
  readonly led: number;
}

type Side = "before" | "after";
const SIDES = ["before", "after"] as const;

/** Splits the days around a rule by agent and model. The time before starts on the first day with recorded work. */
export function groupDays(recorded: RecordedDays): ComparedGroups {
  const { days, agents, work } = recorded;
  const rows = (side: Side, all: readonly AgentDay[], from: string): readonly AgentDay[] =>
    all.filter(
      ({ day, agent, count }) =>
        count > 0 && agents.has(agent) && day >= from && day >= days[side].first && day <= days[side].last,
    );
  const known = { before: rows("before", work.before, ""), after: rows("after", work.after, "") };
  const first = known.before.reduce((least, { day }) => (day < least ? day : least), "~");
  const sided = (all: readonly AgentDay[]) => ({
    before: rows("before", all, first),
    after: rows("after", all, ""),
  });
  const occurrences = sided(recorded.occurrences);
  const others = sided(recorded.others);
  const modelOf = modelsByDay(recorded.models, known);
  const groups = new Map<string, Writable>();
  const groupOf = ({ agent, day }: AgentDay): Writable => {
    const model = modelOf(agent, day);
    const key = JSON.stringify([agent, model]);
    const group = groups.get(key) ?? emptyGroup(agent, model);
    groups.set(key, group);
    return group;
  };
  for (const side of SIDES) {
    for (const row of known[side]) groupOf(row)[side].runs += row.count;
    for (const row of occurrences[side]) groupOf(row)[side].events += row.count;
    for (const row of others[side]) groupOf(row).others[side] += row.count;
  }
  let left = recorded.led;
  for (const row of occurrences.before.toSorted((a, b) => byCodeUnits(b.day, a.day))) {
    const led = Math.min(left, row.count);
    groupOf(row).led_to_rule += led;
    left -= led;
  }
  return {
    groups: [...groups.values()],
    spread: spreadOf(occurrences, known, days),
    others_spread: spreadOf(others, known, days),
  };
}

interface Writable extends EffectGroup {
  readonly before: { events: number; runs: number };
  readonly after: { events: number; runs: number };
  readonly others: { before: number; after: number };
  led_to_rule: number;
}

const emptyGroup = (agent: string, model: string | null): Writable => ({
  agent,
  model,
  before: { events: 0, runs: 0 },
  after: { events: 0, runs: 0 },
  others: { before: 0, after: 0 },
  led_to_rule: 0,
});

/** The least share of the days with work on which an agent's model has to be known. */
const KNOWN_SHARE = 0.5;

/**
 * The model that an agent used for most runs of a day, or of the last day on which it is known. Null if it is known too
 * rarely on either side, since a change would go unnoticed.
 */
function modelsByDay(
  models: readonly ModelRuns[],
  work: Readonly<Record<Side, readonly AgentDay[]>>,
): (agent: string, day: string) => string | null {
  const used = new Map<string, readonly { readonly day: string; readonly model: string }[]>();
  for (const [agent, own] of Map.groupBy(models, (row) => row.agent)) {
    const days = Array.from(
      Map.groupBy(own, ({ day }) => day),
      ([day, those]) => ({
        day,
        model: those.toSorted((a, b) => b.count - a.count || byCodeUnits(a.model, b.model))[0]!.model,
      }),
    ).toSorted((a, b) => byCodeUnits(a.day, b.day));
    const lookUp = (day: string) => days.findLast((one) => one.day <= day);
    const isKnown = SIDES.every((side) => {
      const worked = work[side].filter((row) => row.agent === agent);
      const known = worked.filter(({ day }) => lookUp(day) !== undefined);
      return known.length >= KNOWN_SHARE * worked.length;
    });
    if (isKnown) used.set(agent, days);
  }
  return (agent, day) => used.get(agent)?.findLast((one) => one.day <= day)?.model ?? null;
}

const WEEK = 7;

/**
 * How many occurrences usually come together, on a day or in a week: one, and those that share its span beyond what independent
 * occurrences would. Several corrections of one piece of work make it large, and so do waves.
 */
function spreadOf(
  counts: Readonly<Record<Side, readonly AgentDay[]>>,
  work: Readonly<Record<Side, readonly AgentDay[]>>,
  days: MeasuredDays,
): number {
  const excess = (length: number): number => {
    let [together, occurrences] = [0, 0];
    for (const side of SIDES) {
      const seen = inSpans(counts[side], days[side], length);
      const rate = total(counts[side]) / Math.max(1, total(work[side]));
      for (const count of seen.values()) together += count * (count - 1);
      for (const runs of inSpans(work[side], days[side], length).values()) together -= (rate * runs) ** 2;
      occurrences += total(counts[side]);
    }
    return occurrences > 0 ? together / occurrences : 0;
  };
  return 1 + Math.max(0, excess(1), excess(WEEK));
}

function inSpans(rows: readonly AgentDay[], { first }: Days, length: number): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const { day, count } of rows) {
    const span = Math.floor(daysBetween(startOf(first), startOf(day)) / length);
    sums.set(span, (sums.get(span) ?? 0) + count);
  }
  return sums;
}

const startOf = (day: string): string => `${day}T00:00:00.000Z`;
const total = (rows: readonly AgentDay[]): number => rows.reduce((sum, { count }) => sum + count, 0);
