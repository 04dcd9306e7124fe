import type { PatternWindow } from "./pattern-window.ts";
import { hourNumber } from "../time/time.ts";
import { type AgentRollUp, lowerBound, TAG_WIDTH, WORK_WIDTH } from "./roll-up.ts";
import { noWork, type WorkCounts } from "./work-counts.ts";

/** How a window is sliced for a chart: equal lengths counted back from its end, so only the first may be shorter. */
export interface SeriesSlices {
  readonly hours: number;
  readonly count: number;
}

/** Hours up to two days, days up to two months, weeks beyond: at most 62 slices. */
export function slicesOf({ hours }: PatternWindow): SeriesSlices {
  const length = hours <= 48 ? 1 : hours <= 24 * 62 ? 24 : 168;
  return { hours: length, count: Math.ceil(hours / length) };
}

export interface AgentTally {
  readonly current: WorkCounts;
  readonly previous: WorkCounts;
  /** One per slice of the current window, oldest first. */
  readonly series: readonly WorkCounts[];
  readonly tags: Map<string, number>;
  readonly previousTags: Map<string, number>;
}

/** Sums the rows of the window and the previous one. */
export function tallyRows({ work, tags }: AgentRollUp, window: PatternWindow): AgentTally {
  const end = hourNumber(window.to) ?? 0;
  const from = end - window.hours;
  const slices = slicesOf(window);
  const tally = emptyTally(slices.count);
  addHours(tally.previous, work, from - window.hours, from);
  for (const [index, slice] of tally.series.entries()) {
    const older = slices.count - index;
    const begin = Math.max(from, end - older * slices.hours);
    addHours(slice, work, begin, end - (older - 1) * slices.hours);
    addCounts(tally.current, slice);
  }
  for (const [tag, list] of tags) {
    const [count, before] = [countHours(list, from, end), countHours(list, from - window.hours, from)];
    if (count > 0) tally.tags.set(tag, count);
    if (before > 0) tally.previousTags.set(tag, before);
  }
  return tally;
}

export const emptyTally = (slices: number): AgentTally => ({
  current: noWork(),
  previous: noWork(),
  series: Array.from({ length: slices }, noWork),
  tags: new Map(),
  previousTags: new Map(),
});

/** Adds the work of a range of hours. */
export function addHours(to: WorkCounts, work: readonly number[], from: number, end: number): void {
  for (let at = lowerBound(work, WORK_WIDTH, from); at < work.length && work[at]! < end; at += WORK_WIDTH) {
    to.submitted += work[at + 1]!;
    to.approved += work[at + 2]!;
    to.approved_with_changes += work[at + 3]!;
    to.rejected += work[at + 4]!;
  }
}

export function countHours(list: readonly number[], from: number, end: number): number {
  let count = 0;
  for (let at = lowerBound(list, TAG_WIDTH, from); at < list.length && list[at]! < end; at += TAG_WIDTH) {
    count += list[at + 1]!;
  }
  return count;
}

function addCounts(to: WorkCounts, more: Readonly<WorkCounts>): void {
  to.submitted += more.submitted;
  to.approved += more.approved;
  to.approved_with_changes += more.approved_with_changes;
  to.rejected += more.rejected;
}
