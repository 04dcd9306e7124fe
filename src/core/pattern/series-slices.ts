import type { PatternWindow } from "./pattern-window.ts";

/** How a window is cut for a chart: slices of equal length counted back from its end, so only the first may be shorter. */
export interface SeriesSlices {
  readonly hours: number;
  readonly count: number;
}

/** By hour up to two days, by day up to two months, by week beyond: a series never has more than 62 slices. */
export function slicesOf({ hours }: PatternWindow): SeriesSlices {
  const length = hours <= 48 ? 1 : hours <= 24 * 62 ? 24 : 168;
  return { hours: length, count: Math.ceil(hours / length) };
}
