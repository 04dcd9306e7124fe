import { fail, ok, type Result } from "../result.ts";
import { createHourReader, hourNumber, hourText } from "../time/time.ts";
import { byCodeUnits } from "../text/code-points.ts";
import type { PatternWindow } from "./pattern-window.ts";
import type { RollUp } from "./roll-up.ts";
import { addWork, approvalRate, decidedOf, noWork, wholeCount, type WorkCounts } from "./work-counts.ts";

/** Whole hours, days from midnight UTC, or weeks from Monday midnight UTC. */
export const TREND_BUCKETS = ["hour", "day", "week"] as const;
export type TrendBucketLength = (typeof TREND_BUCKETS)[number];

/** What fits into a plot. */
export const MAX_TREND_BUCKETS = 400;
export const MAX_TREND_TAGS = 30;

/** Contiguous calendar buckets; the first one is whole, the last one may be unfinished. */
export interface TrendSpan {
  readonly bucket: TrendBucketLength;
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

export interface TrendProblem {
  readonly code: "too_many_buckets";
  readonly message: string;
}

interface TrendBucket {
  readonly from: string;
  readonly to: string;
  readonly submitted: number;
  readonly approved: number;
  readonly approved_with_changes: number;
  readonly rejected: number;
  readonly decided: number;
  /** Of decided work, from 0 to 1; null if none is decided. */
  readonly approval_rate: number | null;
  /** Rejections by tag, without tags that have none. */
  readonly tags: readonly TagCount[];
}

interface TagCount {
  readonly tag: string;
  readonly count: number;
}

export interface AgentTrend {
  readonly span: TrendSpan;
  /** Oldest first. */
  readonly buckets: readonly TrendBucket[];
  /** Most frequent first, then by tag. */
  readonly tags: readonly TagCount[];
  /** The number of further tags, which are in no bucket. */
  readonly tags_more: number;
}

const HOURS: Readonly<Record<TrendBucketLength, number>> = { hour: 1, day: 24, week: 168 };
/** 1970 began on a Thursday, 72 hours after a Monday. */
const OFFSET: Readonly<Record<TrendBucketLength, number>> = { hour: 0, day: 0, week: 72 };

/** The buckets that a window overlaps. The first one is extended to its own start, so that it does not look low. */
export function trendSpan(
  window: Pick<PatternWindow, "from" | "to">,
  bucket: TrendBucketLength,
): Result<TrendSpan, TrendProblem> {
  const length = HOURS[bucket];
  const offset = OFFSET[bucket];
  const first = Math.floor(((hourNumber(window.from) ?? 0) + offset) / length) * length - offset;
  const count = Math.ceil(((hourNumber(window.to) ?? 0) - first) / length);
  if (count > MAX_TREND_BUCKETS) {
    const message = `expected at most ${MAX_TREND_BUCKETS} buckets, got ${count}; use longer buckets or a shorter window`;
    return fail({ code: "too_many_buckets", message });
  }
  return ok({ bucket, from: hourText(first), to: window.to, count });
}

/** One agent's work over a span, for plots. Other rows are ignored. */
export function agentTrend(agent: string, rows: RollUp, span: TrendSpan): AgentTrend {
  const first = hourNumber(span.from) ?? 0;
  const end = hourNumber(span.to) ?? 0;
  const length = HOURS[span.bucket];
  const readHour = createHourReader();
  const bucketOf = (row: { readonly agent: string; readonly hour: number | string }): number | undefined => {
    const hour = row.agent === agent ? readHour(row.hour) : undefined;
    return hour === undefined || hour < first || hour >= end
      ? undefined
      : Math.floor((hour - first) / length);
  };
  const buckets = Array.from({ length: span.count }, () => ({
    work: noWork(),
    tags: new Map<string, number>(),
  }));
  for (const row of rows.hours) {
    const at = bucketOf(row);
    if (at !== undefined) addWork(buckets[at]!.work, row);
  }
  const totals = new Map<string, number>();
  for (const row of rows.tags) {
    const at = bucketOf(row);
    const count = wholeCount(row.count);
    if (at === undefined || count === 0) continue;
    totals.set(row.tag, (totals.get(row.tag) ?? 0) + count);
    const { tags } = buckets[at]!;
    tags.set(row.tag, (tags.get(row.tag) ?? 0) + count);
  }
  const commonest = ranked(totals).slice(0, MAX_TREND_TAGS);
  const kept = new Set(commonest.map(({ tag }) => tag));
  return {
    span,
    buckets: buckets.map(({ work, tags }, index) => ({
      from: hourText(first + index * length),
      to: hourText(Math.min(end, first + (index + 1) * length)),
      ...toCounts(work),
      tags: ranked(tags).filter(({ tag }) => kept.has(tag)),
    })),
    tags: commonest,
    tags_more: totals.size - commonest.length,
  };
}

const toCounts = (work: WorkCounts): Omit<TrendBucket, "from" | "to" | "tags"> => ({
  ...work,
  decided: decidedOf(work),
  approval_rate: approvalRate(work),
});

const ranked = (counts: ReadonlyMap<string, number>): readonly TagCount[] =>
  Array.from(counts, ([tag, count]) => ({ tag, count })).toSorted(
    (a, b) => b.count - a.count || byCodeUnits(a.tag, b.tag),
  );
