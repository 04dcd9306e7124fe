import { linear } from "../components/plot.tsx";
import type { AgentTrend } from "./format-agent.ts";

const HOUR = 3_600_000;
const LENGTHS = { hour: HOUR, day: 24 * HOUR, week: 168 * HOUR } as const;

/** Below this width, names are shown above their rows. */
const WIDE_FROM = 520;
/** From this width on, long names fit next to the rows. */
const ROOMY_FROM = 640;
export const RATE_TOP = 40;
export const RATE_HEIGHT = 92;
const ROWS_TOP = RATE_TOP + RATE_HEIGHT + 16;

export interface PlotLayout {
  readonly isWide: boolean;
  readonly nameLength: number;
  readonly left: number;
  readonly right: number;
  readonly bucketMs: number;
  readonly x: (time: number) => number;
  readonly middle: (from: string) => number;
  readonly barWidth: number;
  readonly baseline: (row: number) => number;
}

/** Independent of the width, so that the height is known first. */
const ROW = 58;

export const plotHeight = (rows: number): number => ROWS_TOP + rows * ROW + 30;

export function plotLayout(width: number, trend: AgentTrend): PlotLayout {
  const isWide = width >= WIDE_FROM;
  const isRoomy = width >= ROOMY_FROM;
  const left = isRoomy ? 168 : isWide ? 128 : 2;
  const right = isWide ? 96 : 42;
  const bucketMs = LENGTHS[trend.bucket];
  const first = Date.parse(trend.buckets[0]?.from ?? trend.from);
  const last = Date.parse(trend.buckets.at(-1)?.from ?? trend.to) + bucketMs;
  const x = linear([first, last], [left, width - right]);
  const step = (width - left - right) / Math.max(1, trend.buckets.length);
  return {
    isWide,
    nameLength: isRoomy ? 24 : isWide ? 19 : 22,
    left,
    right: width - right,
    bucketMs,
    x,
    middle: (from) => x(Date.parse(from) + bucketMs / 2),
    barWidth: Math.max(2, Math.min(18, step * 0.5)),
    baseline: (at) => ROWS_TOP + (at + 1) * ROW - 10,
  };
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", timeZone: "UTC" });
const dayMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const hour = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
  hourCycle: "h23",
});

export const formatBucket = (from: string, bucket: AgentTrend["bucket"]): string => {
  const at = Date.parse(from);
  if (bucket === "hour") return `${dayMonth.format(at)}, ${hour.format(at)}`;
  return bucket === "week" ? `week of ${dayMonth.format(at)}` : dayMonth.format(at);
};

const MIN_TICK_SPACING = 52;

export function ticksOf(
  trend: AgentTrend,
  layout: PlotLayout,
): readonly { readonly x: number; readonly text: string }[] {
  const tickSpacing = (layout.right - layout.left) / Math.max(1, trend.buckets.length);
  const fit = Math.max(1, Math.ceil(MIN_TICK_SPACING / tickSpacing));
  const every = trend.bucket === "hour" ? ([1, 2, 3, 6, 12, 24].find((each) => each >= fit) ?? 24) : fit;
  let month = "";
  return trend.buckets.flatMap(({ from }, at) => {
    const time = Date.parse(from);
    if (trend.bucket === "hour") {
      const clock = new Date(time).getUTCHours();
      if (clock % every !== 0) return [];
      return [{ x: layout.middle(from), text: clock === 0 ? dayMonth.format(time) : hour.format(time) }];
    }
    if (at % every !== 0) return [];
    const isNew = month !== from.slice(0, 7);
    month = from.slice(0, 7);
    return [{ x: layout.middle(from), text: (isNew ? dayMonth : day).format(time) }];
  });
}
