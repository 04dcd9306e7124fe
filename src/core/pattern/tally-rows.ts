import type { PatternWindow } from "./pattern-window.ts";
import type { RollUp, RollUpHour } from "./roll-up.ts";
import { slicesOf } from "./series-slices.ts";
import { createHourReader, hourNumber } from "../time/to-hour.ts";
import { addWork, noWork, wholeCount, type WorkCounts } from "./work-counts.ts";

/** The rows of one agent, added up. */
export interface AgentTally {
  readonly current: WorkCounts;
  readonly previous: WorkCounts;
  /** By slice of the current window, oldest first. */
  readonly series: readonly WorkCounts[];
  readonly tags: Map<string, number>;
  readonly previousTags: Map<string, number>;
}

/**
 * Adds up every row of the window and of the one before it in one pass; rows outside both are left out.
 * With `only`, the rows of other agents are left out as well.
 */
export function tallyRows(
  rows: RollUp,
  window: PatternWindow,
  only?: string,
): ReadonlyMap<string, AgentTally> {
  const end = hourNumber(window.to) ?? 0;
  const slices = slicesOf(window);
  const tallies = new Map<string, AgentTally>();
  const readHour = createHourReader();
  /** Hours from the start of the row's hour to the end of the window: 1 for the last hour; nothing outside both windows. */
  const ageOf = (hour: RollUpHour): number | undefined => {
    const age = end - (readHour(hour) ?? Number.NaN);
    return age >= 1 && age <= 2 * window.hours ? age : undefined;
  };
  const isWanted = (agent: string): boolean => only === undefined || agent === only;
  const tallyOf = (agent: string): AgentTally => {
    const known = tallies.get(agent);
    if (known !== undefined) return known;
    const made = emptyTally(slices.count);
    tallies.set(agent, made);
    return made;
  };

  for (const row of rows.hours) {
    const age = isWanted(row.agent) ? ageOf(row.hour) : undefined;
    if (age === undefined) continue;
    const tally = tallyOf(row.agent);
    addWork(age <= window.hours ? tally.current : tally.previous, row);
    const slice = tally.series[slices.count - Math.ceil(age / slices.hours)];
    if (age <= window.hours && slice !== undefined) addWork(slice, row);
  }
  for (const row of rows.tags) {
    const age = isWanted(row.agent) ? ageOf(row.hour) : undefined;
    const count = wholeCount(row.count);
    if (age === undefined || count === 0) continue;
    const tally = tallyOf(row.agent);
    const tags = age <= window.hours ? tally.tags : tally.previousTags;
    tags.set(row.tag, (tags.get(row.tag) ?? 0) + count);
  }
  return tallies;
}

export const emptyTally = (slices: number): AgentTally => ({
  current: noWork(),
  previous: noWork(),
  series: Array.from({ length: slices }, noWork),
  tags: new Map(),
  previousTags: new Map(),
});
