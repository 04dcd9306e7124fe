import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Alert, alertKey, alertThresholds, DEFAULT_ALERT_THRESHOLDS } from "./alert.ts";
import { detectAlerts, findAlerts } from "./detect-alerts.ts";
import { alertRowsFrom } from "./detect-repeated-tags.ts";
import { exampleWindow, hoursAgo, tagRow, workRow } from "../../../test/examples/example-roll-up.ts";
import { indexRollUp, type AgentHour, type RollUp, type TagHour } from "./roll-up.ts";
import { hourNumber, hourText } from "../time/time.ts";

const week = exampleWindow(168);
const detect = (rows: Partial<RollUp>, window = week) =>
  detectAlerts({ hours: [], tags: [], ...rows }, window);
const codes = (alerts: readonly Alert[]): readonly string[] => alerts.map(({ code }) => code);
const rio = (ago: number, count = 1): TagHour => tagRow("rio", "scope", ago, count);

describe("002.5 repeated_tag: the same agent and tag 3 times in 6 hours", () => {
  it.each<{ why: string; tags: readonly TagHour[]; alerts: number }>([
    { why: "twice is not enough", tags: [rio(1, 2)], alerts: 0 },
    { why: "three times in one hour", tags: [rio(1, 3)], alerts: 1 },
    { why: "three rows of one hour", tags: [rio(1), rio(1), rio(1)], alerts: 1 },
    { why: "the first and the last of six hours", tags: [rio(6, 2), rio(1)], alerts: 1 },
    { why: "the seventh hour is too far", tags: [rio(7, 2), rio(1)], alerts: 0 },
    {
      why: "one after another without three in six hours",
      tags: [rio(10), rio(6), rio(4), rio(0)],
      alerts: 0,
    },
    { why: "a run that goes on is one episode", tags: [10, 8, 6, 4, 2].map((ago) => rio(ago)), alerts: 1 },
    { why: "after a pause it is a new episode", tags: [rio(60, 3), rio(20, 3)], alerts: 2 },
    { why: "episodes before the window are past", tags: [rio(169, 3)], alerts: 0 },
    { why: "an episode that reaches into the window is not", tags: [rio(168, 2), rio(167)], alerts: 1 },
    { why: "rows from a clock that is ahead do not count", tags: [rio(-1, 3)], alerts: 0 },
    {
      why: "different tags are different mistakes",
      tags: [rio(1, 2), tagRow("rio", "other", 1, 2)],
      alerts: 0,
    },
    { why: "different agents do not add up", tags: [rio(1, 2), tagRow("clay", "scope", 1, 2)], alerts: 0 },
    { why: "a count that is none", tags: [rio(1, 2), rio(1, -1), rio(1, 0.5)], alerts: 0 },
  ])("$why", ({ tags, alerts }) => {
    expect(codes(detect({ tags }))).toEqual(Array.from({ length: alerts }, () => "repeated_tag"));
  });

  it("says since when, until when, and how often at worst", () => {
    const [alert] = detect({ tags: [rio(9), rio(8, 2), rio(5, 2), rio(2)] });
    expect(alert).toMatchObject({
      since: hoursAgo(9),
      until: hoursAgo(1),
      value: 5,
      threshold: 3,
      evidence: { occurrences: 6, span_hours: 6 },
    });
  });

  it("needs rows from before a short window to see a repeat", () => {
    const hour = exampleWindow(1);
    expect(alertRowsFrom(hour, DEFAULT_ALERT_THRESHOLDS)).toBe(hoursAgo(30));
    expect(alertRowsFrom(week, DEFAULT_ALERT_THRESHOLDS)).toBe(week.previousFrom);
    expect(codes(detect({ tags: [rio(5, 2), rio(0)] }, hour))).toEqual(["repeated_tag"]);
  });
});

describe("002.5 approval_drop: 15 points down", () => {
  const both = (before: Partial<AgentHour>, now: Partial<AgentHour>) => ({
    hours: [workRow("rio", 200, before), workRow("rio", 2, now)],
  });
  it.each([
    {
      why: "exactly 15 points",
      before: { approved: 17, rejected: 3 },
      now: { approved: 14, rejected: 6 },
      raised: true,
    },
    {
      why: "exactly 15 where fractions round",
      before: { approved: 7, rejected: 3 },
      now: { approved: 11, rejected: 9 },
      raised: true,
    },
    {
      why: "just under",
      before: { approved: 850, rejected: 150 },
      now: { approved: 701, rejected: 299 },
      raised: false,
    },
    {
      why: "as far up",
      before: { approved: 14, rejected: 6 },
      now: { approved: 17, rejected: 3 },
      raised: false,
    },
    { why: "the least sample", before: { approved: 5 }, now: { approved: 4, rejected: 1 }, raised: true },
    { why: "too few now", before: { approved: 50 }, now: { rejected: 4 }, raised: false },
    { why: "too few before", before: { approved: 4 }, now: { rejected: 50 }, raised: false },
    {
      why: "waiting work hides no drop",
      before: { approved: 9 },
      now: { submitted: 99, approved: 3, rejected: 3 },
      raised: true,
    },
    {
      why: "accepted with changes is accepted",
      before: { approved: 9 },
      now: { approved_with_changes: 9 },
      raised: false,
    },
    { why: "nothing before", before: {}, now: { rejected: 9 }, raised: false },
  ])("$why: $raised", ({ before, now, raised }) => {
    expect(codes(detect(both(before, now)))).toEqual(raised ? ["approval_drop"] : []);
  });
});

describe("002.5 dominant_tag: one tag over 40 % of rejections", () => {
  it.each([
    { why: "exactly 40 % is not over it", count: 2, rejected: 5, raised: false },
    { why: "exactly 40 % of many", count: 400, rejected: 1000, raised: false },
    { why: "just over", count: 401, rejected: 1000, raised: true },
    { why: "three of five", count: 3, rejected: 5, raised: true },
    { why: "all of too few", count: 4, rejected: 4, raised: false },
    { why: "counted more often than rejections", count: 9, rejected: 5, raised: true },
    { why: "no rejections at all", count: 9, rejected: 0, raised: false },
  ])("$why: $raised", ({ count, rejected, raised }) => {
    // Spread over days, so that no repeat is in it.
    const tags = Array.from({ length: 160 }, (_, index) => rio(index, Math.floor((count + index) / 160)));
    const found = detect({ hours: [workRow("rio", 2, { rejected })], tags });
    expect(codes(found).includes("dominant_tag")).toBe(raised);
  });
});

describe("alerts", () => {
  const rows = {
    hours: [
      workRow("rio\u001b[31m", 200, { approved: 9 }),
      workRow("rio\u001b[31m", 2, { approved: 3, rejected: 6 }),
    ],
    tags: [tagRow("rio\u001b[31m", "scope", 2, 4)],
  };

  it("say who, what, how much and what to do, without acting on a terminal", () => {
    expect(detect(rows).map(({ message }) => message)).toMatchInlineSnapshot(`
      [
        "rio\\u001b[31m: approval fell from 100% to 33.3%, 66.7 points lower than in the 7 days before; check its latest rejections",
        "rio\\u001b[31m: scope is in 66.7% of 6 rejections; make sure that there is a rule against it",
        "rio\\u001b[31m: scope came back 4 times within 6 hours; correct it before the next run",
      ]
    `);
  });

  it("take other thresholds", () => {
    const strict = { ...DEFAULT_ALERT_THRESHOLDS, repeatCount: 5, dropPoints: 70, dominantShare: 0.7 };
    expect(detectAlerts(rows, week, strict)).toEqual([]);
  });

  it("are the same where a few are wanted, and the rest is counted", () => {
    const hour = fc.integer({ min: 0, max: 200 });
    const agent = fc.constantFrom("a", "b", "c");
    const tags = fc.array(
      fc.record({ agent, tag: fc.constantFrom("x", "y"), ago: hour, count: fc.integer({ min: 1, max: 4 }) }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        tags,
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 24 }),
        (named, most, ago) => {
          const given = {
            hours: named.map((each) => workRow(each.agent, each.ago, { rejected: each.count })),
            tags: named.map((each) => tagRow(each.agent, each.tag, each.ago, each.count)),
          };
          const after = hourNumber(hoursAgo(ago))!;
          const all = detectAlerts(given, week).filter(({ until }) => hourNumber(until)! > after);
          const few = findAlerts(indexRollUp(given), week, DEFAULT_ALERT_THRESHOLDS, { most, after });
          expect(few.alerts).toEqual(all.slice(0, most));
          expect(few.more).toBe(all.length - few.alerts.length);
        },
      ),
    );
  });

  it("are built for a page alone, however many there are", () => {
    const many = Array.from({ length: 3_000 }, (_, n) => tagRow(`agent-${n}`, "scope", n % 100, 3));
    const few = findAlerts(indexRollUp({ hours: [], tags: many }), week, DEFAULT_ALERT_THRESHOLDS, {
      most: 200,
    });
    expect(few.alerts).toEqual(detect({ tags: many }).slice(0, 200));
    expect(few.more).toBe(2_800);
  });

  it("do not throw at thresholds that make no sense", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1, 0]) {
      const odd = {
        ...DEFAULT_ALERT_THRESHOLDS,
        repeatHours: value,
        dropPoints: value,
        dominantShare: value,
      };
      expect(() => detectAlerts(rows, week, odd)).not.toThrow();
    }
  });

  it.each([
    { why: "defaults are valid", changed: {}, fields: [] },
    { why: "a share above all", changed: { dominantShare: 1.1 }, fields: ["dominantShare"] },
    {
      why: "every problem is named",
      changed: { repeatCount: 0, repeatHours: 2.5 },
      fields: ["repeatCount", "repeatHours"],
    },
    { why: "no number", changed: { dropPoints: Number.NaN }, fields: ["dropPoints"] },
  ])("thresholds are checked: $why", ({ changed, fields }) => {
    const checked = alertThresholds(changed);
    expect(checked.ok ? [] : checked.error.map(({ field }) => field)).toEqual(fields);
  });
});

describe("alertKey: each episode is raised once", () => {
  /** Looks at the same history every hour, as a server would, and collects the keys. */
  const keysOver = (history: RollUp, hours: number, from: number, to: number): readonly string[] => {
    const keys = new Set<string>();
    for (let ago = from; ago >= to; ago -= 1) {
      for (const { id } of detectAlerts(history, exampleWindow(hours, hoursAgo(ago)))) keys.add(id);
    }
    return [...keys];
  };

  it.each([
    { why: "one episode, looked at for days", ago: [100, 99, 98, 95], hours: 24, keys: 1 },
    { why: "one episode in a window of an hour", ago: [100, 99, 98, 95], hours: 1, keys: 1 },
    { why: "two episodes", ago: [100, 99, 98, 50, 49, 48], hours: 24, keys: 2 },
    { why: "two episodes of one day", ago: [100, 99, 98, 90, 89, 88], hours: 24, keys: 2 },
  ])("repeated_tag: $why", ({ ago, hours, keys }) => {
    const history = { hours: [], tags: ago.map((hour) => rio(hour)) };
    expect(keysOver(history, hours, 110, 0)).toHaveLength(keys);
  });

  it("repeated_tag: one that outlasts the rows is raised again at most once a day", () => {
    const history = { hours: [], tags: Array.from({ length: 480 }, (_, ago) => rio(ago)) };
    expect(keysOver(history, 24, 480, 0).length).toBeLessThanOrEqual(480 / 24 + 1);
  });

  it("windowed alerts: at most once per window that has passed", () => {
    const hours = Array.from({ length: 24 * 28 }, (_, ago) =>
      workRow("rio", ago, ago > 300 ? { approved: 1 } : { rejected: 1 }),
    );
    const raised = keysOver({ hours, tags: [] }, 168, 300, 0);
    expect(raised.length).toBeGreaterThan(0);
    expect(raised.length).toBeLessThanOrEqual(3);
  });

  it("tells code, agent, tag and episode apart, wherever one name ends and the next begins", () => {
    const parts = [
      { code: "repeated_tag", agent: "a", tag: "b", episode: "e" },
      { code: "dominant_tag", agent: "a", tag: "b", episode: "e" },
      { code: "repeated_tag", agent: "ab", tag: "", episode: "e" },
      { code: "repeated_tag", agent: "", tag: "ab", episode: "e" },
      { code: "repeated_tag", agent: 'a","b', tag: "", episode: "e" },
      { code: "approval_drop", agent: "a", episode: "e" },
      { code: "approval_drop", agent: "a", episode: "f" },
    ] as const;
    expect(new Set(parts.map(alertKey)).size).toBe(parts.length);
  });

  it("finds exactly the spans that a plain search finds", () => {
    const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 2 })));
    fc.assert(
      fc.property(history, (all) => {
        const tags = all.map(([ago, count]) => rio(ago, count));
        const end = hourNumber(week.to)!;
        const inSpan = (last: number): number =>
          all.filter(([ago]) => ago >= last && ago < last + 6).reduce((sum, [, count]) => sum + count, 0);
        const found = detect({ tags }).filter(({ code }) => code === "repeated_tag");
        const worst = Math.max(0, ...Array.from({ length: 61 }, (_, last) => inSpan(last)));
        expect(Math.max(0, ...found.map(({ value }) => value))).toBe(worst >= 3 ? worst : 0);
        for (const [ago] of all) {
          const hour = hourText(end - 1 - ago);
          const expected = Array.from({ length: 6 }, (_, back) => inSpan(ago - back)).some((sum) => sum >= 3);
          expect(found.some(({ since, until }) => since <= hour && hour < until)).toBe(expected);
        }
      }),
    );
  });
});
