import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleWindow, tagRow, workRow } from "../../../test/examples/example-roll-up.ts";
import {
  agentTrend,
  MAX_TREND_BUCKETS,
  MAX_TREND_TAGS,
  TREND_BUCKETS,
  trendSpan,
  type TrendBucketLength,
  type TrendSpan,
} from "./trend-buckets.ts";

const spanOf = (hours: number, bucket: TrendBucketLength): TrendSpan => {
  const span = trendSpan(exampleWindow(hours), bucket);
  if (!span.ok) throw new Error(span.error.message);
  return span.value;
};

describe("trendSpan", () => {
  it.each([
    { why: "hours as they are", hours: 3, bucket: "hour", from: "2026-03-10T09:00:00Z", count: 3 },
    { why: "days from midnight", hours: 24, bucket: "day", from: "2026-03-09T00:00:00Z", count: 2 },
    { why: "a month of days", hours: 720, bucket: "day", from: "2026-02-08T00:00:00Z", count: 31 },
    { why: "weeks from Monday", hours: 24, bucket: "week", from: "2026-03-09T00:00:00Z", count: 1 },
    {
      why: "a Sunday is of the week before",
      hours: 48,
      bucket: "week",
      from: "2026-03-02T00:00:00Z",
      count: 2,
    },
    { why: "a year of days", hours: 8760, bucket: "day", from: "2025-03-10T00:00:00Z", count: 366 },
  ] as const)("$why", ({ hours, bucket, from, count }) => {
    expect(spanOf(hours, bucket)).toEqual({ bucket, from, count, to: "2026-03-10T12:00:00Z" });
  });

  it("refuses more buckets than a plot has room for, and says what to do", () => {
    expect(trendSpan(exampleWindow(MAX_TREND_BUCKETS), "hour").ok).toBe(true);
    expect(trendSpan(exampleWindow(MAX_TREND_BUCKETS + 1), "hour")).toEqual({
      ok: false,
      error: {
        code: "too_many_buckets",
        message: "expected at most 400 buckets, got 401; use longer buckets or a shorter window",
      },
    });
  });
});

describe("agentTrend", () => {
  it("counts each row in its bucket, and other agents and times in none", () => {
    const rows = {
      hours: [
        workRow("rio", 0, { submitted: 2, approved: 1 }),
        workRow("rio", 1, { approved_with_changes: 1, rejected: 2 }),
        workRow("rio", 12, { rejected: 5 }),
        workRow("rio", 400, { rejected: 50 }),
        workRow("mia", 0, { rejected: 9 }),
      ],
      tags: [
        tagRow("rio", "naming", 1, 2),
        tagRow("rio", "tests", 1),
        tagRow("rio", "tests", 12, 4),
        tagRow("mia", "tests", 1, 9),
        tagRow("rio", "old", 400),
      ],
    };
    expect(agentTrend("rio", rows, spanOf(24, "day"))).toEqual({
      span: { bucket: "day", from: "2026-03-09T00:00:00Z", to: "2026-03-10T12:00:00Z", count: 2 },
      buckets: [
        {
          from: "2026-03-09T00:00:00Z",
          to: "2026-03-10T00:00:00Z",
          submitted: 0,
          approved: 0,
          approved_with_changes: 0,
          rejected: 5,
          decided: 5,
          approval_rate: 0,
          tags: [{ tag: "tests", count: 4 }],
        },
        {
          from: "2026-03-10T00:00:00Z",
          to: "2026-03-10T12:00:00Z",
          submitted: 2,
          approved: 1,
          approved_with_changes: 1,
          rejected: 2,
          decided: 4,
          approval_rate: 0.5,
          tags: [
            { tag: "naming", count: 2 },
            { tag: "tests", count: 1 },
          ],
        },
      ],
      tags: [
        { tag: "tests", count: 5 },
        { tag: "naming", count: 2 },
      ],
      tags_more: 0,
    });
  });

  it("keeps the commonest tags and counts the others", () => {
    const tags = Array.from({ length: MAX_TREND_TAGS + 5 }, (_, index) =>
      tagRow("rio", `t${index}`, 0, index + 1),
    );
    const trend = agentTrend("rio", { hours: [], tags }, spanOf(1, "hour"));
    expect(trend.tags).toHaveLength(MAX_TREND_TAGS);
    expect(trend.tags[0]).toEqual({ tag: `t${MAX_TREND_TAGS + 4}`, count: MAX_TREND_TAGS + 5 });
    expect(trend).toMatchObject({ tags_more: 5, buckets: [{ tags: { length: MAX_TREND_TAGS } }] });
  });

  it("buckets follow on each other without a gap, hold the window, and lose nothing of it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8760 }),
        fc.constantFrom(...TREND_BUCKETS),
        fc.array(fc.tuple(fc.nat(9000), fc.nat(5)), { maxLength: 30 }),
        (hours, bucket, work) => {
          const window = exampleWindow(hours);
          const span = trendSpan(window, bucket);
          if (!span.ok) return;
          const rows = work.map(([ago, rejected]) => workRow("rio", ago, { rejected }));
          const { buckets } = agentTrend("rio", { hours: rows, tags: [] }, span.value);
          expect(buckets.length).toBeLessThanOrEqual(MAX_TREND_BUCKETS);
          expect(buckets[0]!.from <= window.from && buckets.at(-1)?.to === window.to).toBe(true);
          expect(buckets.slice(1).map(({ from }) => from)).toEqual(buckets.slice(0, -1).map(({ to }) => to));
          const inside = work
            .filter((_, index) => String(rows[index]!.hour) >= span.value.from)
            .reduce((sum, [, rejected]) => sum + rejected, 0);
          expect(buckets.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(inside);
        },
      ),
    );
  });
});
