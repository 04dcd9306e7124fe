import { describe, expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { EXAMPLE_CATALOGUE } from "../../../test/examples/example-roll-up.ts";
import { fromGithubComment } from "../../core/feedback/from-github-comment.ts";
import { BUILT_IN_PACKS } from "../../core/gate/built-in-packs.ts";
import { formatRejection } from "../../core/gate/format-rejection.ts";
import { createGateCatalogue } from "../../core/gate/gate.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { reportPatterns, reportTrend } from "./report-patterns.ts";

const NOW = "2026-03-10T11:42:00Z";

async function filledStore(): Promise<{ store: FeedbackStore; calls: string[] }> {
  const { feedback: store } = await openTestStore();
  await store.record(
    ["rio", "mia", "rio", "rio"].map((agent, index) =>
      exampleFeedback({
        id: `${index}`,
        agent,
        outcome: "rejected",
        tags: ["naming"],
        time: `2026-03-10T0${index + 5}:00:00Z`,
      }),
    ),
  );
  const calls: string[] = [];
  const counted: FeedbackStore = {
    ...store,
    rollUp: (range) => {
      calls.push(`${range.from} ${range.agent ?? "all"}`);
      return store.rollUp(range);
    },
  };
  return { store: counted, calls };
}

describe("reportPatterns", () => {
  it("002 asks the store once for all agents, as far back as alerts look", async () => {
    const { store, calls } = await filledStore();
    const report = await reportPatterns({ store, gates: EXAMPLE_CATALOGUE })({ now: NOW, hours: 24 });
    if (!report.ok) throw new Error(report.error.message);
    expect(calls).toEqual(["2026-03-08T06:00:00Z all"]);
    expect(report.value.patterns.map(({ agent, rejected }) => [agent, rejected])).toEqual([
      ["rio", 3],
      ["mia", 1],
    ]);
    expect(report.value.alerts).toMatchObject([{ code: "repeated_tag", agent: "rio", tag: "naming" }]);
  });

  it("17.4 a comment of warnings on GitHub counts as no rejection", async () => {
    const { feedback } = await openTestStore();
    const catalogue = createGateCatalogue(BUILT_IN_PACKS);
    const comment = (id: number, tag: string) => ({
      id,
      user: { login: "ana", type: "User" },
      author_association: "MEMBER",
      created_at: "2026-03-10T11:00:00Z",
      html_url: `https://github.com/o/r/pull/9#issuecomment-${id}`,
      body: formatRejection({ issues: [tag], source: "ci", ts: NOW, catalogue }),
    });
    const read = fromGithubComment([comment(1, "near_duplicate"), comment(2, "date_errors")], {
      now: NOW,
      agent: "rio",
    });
    await feedback.record(read.feedback);
    const report = await reportPatterns({ store: feedback, gates: catalogue })({ now: NOW, hours: 24 });
    expect(report).toMatchObject({
      ok: true,
      value: { patterns: [{ agent: "rio", decided: 1, rejected: 1, issue_breakdown: { date_errors: 1 } }] },
    });
  });

  it("answers about one agent alone, even one that did nothing", async () => {
    const { store, calls } = await filledStore();
    const ask = reportPatterns({ store, gates: EXAMPLE_CATALOGUE });
    const mia = await ask({ now: NOW, hours: 168, agent: "mia" });
    const nobody = await ask({ now: NOW, hours: 168, agent: "nobody" });
    expect(mia).toMatchObject({ ok: true, value: { patterns: [{ agent: "mia", rejected: 1 }], alerts: [] } });
    expect(nobody).toMatchObject({
      ok: true,
      value: { patterns: [{ agent: "nobody", total: 0 }], alerts: [] },
    });
    expect(calls).toHaveLength(2);
  });

  it.each([
    { now: "2026-03-10T12:34:56.789Z", hours: 1, rejected: 3, before: 2, why: "in the middle of an hour" },
    { now: "2026-03-10T12:02:00Z", hours: 1, rejected: 3, before: 2, why: "just after the full hour" },
    { now: "2026-03-10T12:59:59.999Z", hours: 1, rejected: 2, before: 3, why: "just before the next one" },
    { now: "2026-03-10T13:00:00Z", hours: 1, rejected: 2, before: 3, why: "at the full hour" },
    { now: "2026-03-10T12:34:56.789Z", hours: 2, rejected: 5, before: 1, why: "over two hours" },
    { now: "2026-03-10T14:34:56.789+02:00", hours: 1, rejected: 3, before: 2, why: "in another zone" },
  ])("17.5 counts the last hours to the minute, $why", async ({ now, hours, rejected, before }) => {
    const { feedback } = await openTestStore();
    const end = Date.parse(now);
    const times = ["10:10:00", "11:01:00", "11:30:00", "11:40:00", "12:01:30", "12:30:00"].filter(
      (time) => Date.parse(`2026-03-10T${time}Z`) < end,
    );
    await feedback.record(
      times.map((time) =>
        exampleFeedback({
          id: time,
          agent: "rio",
          outcome: "rejected",
          tags: [`t${time}`],
          time: `2026-03-10T${time}Z`,
        }),
      ),
    );
    const inWindow = (until: number): number => {
      const from = until - hours * 3_600_000;
      return times.filter((time) => {
        const at = Date.parse(`2026-03-10T${time}Z`);
        return at >= from && at < until;
      }).length;
    };
    expect({ rejected, before }).toEqual({
      rejected: inWindow(end),
      before: inWindow(end - hours * 3_600_000),
    });
    for (const agent of [{}, { agent: "rio" }]) {
      const report = await reportPatterns({ store: feedback, gates: EXAMPLE_CATALOGUE })({
        now,
        hours,
        ...agent,
      });
      if (!report.ok) throw new Error(report.error.message);
      const [pattern] = report.value.patterns;
      expect(pattern).toMatchObject({
        rejected,
        trend: { decided_before: before },
        from: new Date(end - hours * 3_600_000).toISOString(),
        to: new Date(end).toISOString(),
      });
      expect(Object.values(pattern!.issue_breakdown)).toHaveLength(rejected);
      expect(pattern!.series.reduce((sum, slice) => sum + slice.rejected, 0)).toBe(rejected);
      expect(pattern!.series[0]?.from).toBe(report.value.window.from);
    }
  });

  it("17.5 counts whole hours where too much happened in the first one, and says so", async () => {
    const { store } = await filledStore();
    const busy = { ...store, rollUpPart: async () => undefined };
    const report = await reportPatterns({ store: busy, gates: EXAMPLE_CATALOGUE })({
      now: NOW,
      hours: 1,
    });
    expect(report).toMatchObject({
      ok: true,
      value: { window: { from: "2026-03-10T11:00:00Z", to: "2026-03-10T12:00:00Z" } },
    });
  });

  it("refuses a window that is none, without asking the store", async () => {
    const { store, calls } = await filledStore();
    const report = await reportPatterns({ store, gates: EXAMPLE_CATALOGUE })({ now: NOW, hours: 0 });
    expect(report).toMatchObject({ ok: false, error: { code: "invalid_window" } });
    expect(calls).toEqual([]);
  });
});

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
