import { expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { reportTrend } from "./report-trend.ts";

const NOW = "2026-03-10T11:42:00Z";

it("asks the store once, from the beginning of the first bucket on", async () => {
  const { feedback } = await openTestStore();
  await feedback.record([
    exampleFeedback({
      id: "1",
      agent: "rio",
      outcome: "rejected",
      tags: ["naming"],
      time: "2026-03-09T00:10:00Z",
    }),
    exampleFeedback({ id: "2", agent: "rio", outcome: "approved", time: "2026-03-10T10:00:00Z" }),
    exampleFeedback({ id: "3", agent: "mia", outcome: "rejected", time: "2026-03-10T10:00:00Z" }),
  ]);
  const ranges: unknown[] = [];
  const store = {
    rollUp: (range: Parameters<typeof feedback.rollUp>[0]) => {
      ranges.push(range);
      return feedback.rollUp(range);
    },
  };
  const report = await reportTrend({ store })({ agent: "rio", now: NOW, hours: 24, bucket: "day" });
  expect(ranges).toEqual([{ agent: "rio", from: "2026-03-09T00:00:00Z", to: "2026-03-10T12:00:00Z" }]);
  expect(report).toMatchObject({
    ok: true,
    value: {
      window: { hours: 24 },
      buckets: [{ rejected: 1, tags: [{ tag: "naming", count: 1 }] }, { approved: 1 }],
    },
  });
});

it.each([
  { why: "no hours", hours: 0, bucket: "day", code: "invalid_window" },
  { why: "a year of hours", hours: 8760, bucket: "hour", code: "too_many_buckets" },
] as const)("refuses $why without asking the store", async ({ hours, bucket, code }) => {
  const store = { rollUp: () => Promise.reject(new Error("asked")) };
  expect(await reportTrend({ store })({ agent: "rio", now: NOW, hours, bucket })).toMatchObject({
    ok: false,
    error: { code },
  });
});
