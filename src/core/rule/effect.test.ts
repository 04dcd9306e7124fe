import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysAfter } from "../time/time.ts";
import { detectRegression, type RuleRecurrence } from "./count-around.ts";
import { type EffectVerdict, judgeEffect, adviseOnRule, EFFECT_VERDICTS, expectedBenefit } from "./effect.ts";
import type { EffectGroup } from "./compare-rates.ts";
import { EXAMPLE_TIME } from "../../../test/examples/example-rule.ts";
import { DEFAULT_RULE_POLICY } from "../evaluation/rule-policy.ts";

const effect = (days: number, before: [number, number], after: [number, number]) =>
  judgeEffect(
    {
      before: { events: before[0], runs: before[1] },
      after: { events: after[0], runs: after[1] },
      since: EXAMPLE_TIME,
    },
    daysAfter(EXAMPLE_TIME, days),
    DEFAULT_RULE_POLICY,
  );

describe("003.7 judgeEffect", () => {
  it.each<{
    why: string;
    days: number;
    before: [number, number];
    after: [number, number];
    verdict: EffectVerdict;
  }>([
    { why: "a day before it settles", days: 6.99, before: [20, 20], after: [0, 50], verdict: "stabilising" },
    { why: "the same on the seventh day", days: 7, before: [20, 20], after: [0, 50], verdict: "helping" },
    {
      why: "five of six fewer, in enough runs",
      days: 14,
      before: [60, 100],
      after: [10, 100],
      verdict: "helping",
    },
    {
      why: "surely fewer, but not by so much that only the rule can be the cause",
      days: 14,
      before: [60, 100],
      after: [20, 100],
      verdict: "not_enough",
    },
    {
      why: "none, but what led to the rule is no baseline",
      days: 14,
      before: [3, 10],
      after: [0, 500],
      verdict: "not_enough",
    },
    { why: "half as often, in too few", days: 14, before: [4, 10], after: [2, 10], verdict: "not_enough" },
    {
      why: "no effect, a day too early",
      days: 29.9,
      before: [12, 40],
      after: [12, 40],
      verdict: "not_enough",
    },
    { why: "no effect on day 30", days: 30, before: [12, 40], after: [12, 40], verdict: "ineffective" },
    {
      why: "nine of a hundred fewer",
      days: 30,
      before: [100, 200],
      after: [91, 200],
      verdict: "ineffective",
    },
    {
      why: "ten of a hundred fewer is no flag",
      days: 30,
      before: [100, 200],
      after: [90, 200],
      verdict: "not_enough",
    },
    {
      why: "surely fewer, and yet too few fewer",
      days: 30,
      before: [10_000, 10_000],
      after: [9_500, 10_000],
      verdict: "ineffective",
    },
    { why: "an idle agent shows nothing", days: 90, before: [6, 20], after: [0, 0], verdict: "not_enough" },
    {
      why: "too few runs to expect anything",
      days: 90,
      before: [6, 20],
      after: [2, 6],
      verdict: "not_enough",
    },
    { why: "so few that it may yet work", days: 30, before: [6, 20], after: [6, 20], verdict: "not_enough" },
    { why: "more often than before, surely", days: 8, before: [10, 100], after: [60, 100], verdict: "worse" },
    {
      why: "more often, maybe less than twice",
      days: 8,
      before: [20, 100],
      after: [50, 100],
      verdict: "not_enough",
    },
    {
      why: "more often, perhaps by chance, on day 30",
      days: 30,
      before: [5, 20],
      after: [7, 20],
      verdict: "ineffective",
    },
    { why: "nothing to compare with", days: 40, before: [0, 20], after: [1, 20], verdict: "not_enough" },
    { why: "several in one run are counted", days: 8, before: [50, 10], after: [3, 10], verdict: "helping" },
  ])("$verdict: $why", ({ days, before, after, verdict }) =>
    expect(effect(days, before, after).verdict).toBe(verdict),
  );

  it("tells both rates with their samples, the reduction and its interval", () => {
    expect(effect(14, [60, 100], [20, 100])).toMatchInlineSnapshot(`
      {
        "after": {
          "events": 20,
          "rate": 0.2,
          "runs": 100,
        },
        "before": {
          "events": 57,
          "rate": 0.57,
          "runs": 100,
        },
        "by_model": [
          {
            "after": {
              "events": 20,
              "runs": 100,
            },
            "before": {
              "events": 60,
              "runs": 100,
            },
            "model": null,
          },
        ],
        "compared_with": "past",
        "days": 14,
        "interval": {
          "high": 0.866856,
          "low": 0.268398,
        },
        "least_reduction": 0.5,
        "led_to_rule": 3,
        "rationale": "fewer than before, but a change by less than 50 % may have other causes, such as another model or other work: 57 in 100 runs before without the 3 that led to the rule, 20 in 100 runs since. A trial would tell",
        "reduction": 0.6491,
        "runs_needed": 44,
        "verdict": "not_enough",
      }
    `);
  });

  it("says how many runs without a recurrence would decide it, and no fewer would", () => {
    const { verdict, runs_needed } = effect(10, [13, 40], [0, 20]);
    expect(verdict).toBe("not_enough");
    expect(effect(10, [13, 40], [0, 20 + runs_needed! - 1]).verdict).toBe("not_enough");
    expect(effect(10, [13, 40], [0, 20 + runs_needed!]).verdict).toBe("helping");
    expect(effect(10, [3, 10], [0, 10]).runs_needed).toBeNull();
  });

  const groupOf = (parts: Partial<EffectGroup>): EffectGroup => ({
    agent: "rio",
    model: "opus-4",
    before: { events: 60, runs: 100 },
    after: { events: 20, runs: 100 },
    led_to_rule: 3,
    others: { before: 0, after: 0 },
    ...parts,
  });
  const judged = (...groups: readonly EffectGroup[]) =>
    judgeEffect(
      {
        before: { events: 0, runs: 0 },
        after: { events: 0, runs: 0 },
        since: EXAMPLE_TIME,
        compared: { groups, spread: 1, others_spread: 1 },
      },
      daysAfter(EXAMPLE_TIME, 14),
      DEFAULT_RULE_POLICY,
    );

  it("never credits a change of model to the rule", () => {
    const none = { events: 0, runs: 0 };
    const changed = judged(
      groupOf({ after: none }),
      groupOf({ model: "opus-5", before: none, after: { events: 0, runs: 100 }, led_to_rule: 0 }),
    );
    expect(changed).toMatchObject({
      verdict: "not_enough",
      compared_with: "nothing",
      reduction: null,
      interval: null,
      before: { events: 57, runs: 100 },
      after: { events: 0, runs: 100 },
      rationale: expect.stringContaining("the model has changed"),
      by_model: [
        { model: "opus-4", before: { events: 60 }, after: { events: 0, runs: 0 } },
        { model: "opus-5", before: { runs: 0 }, after: { events: 0, runs: 100 } },
      ],
    });
  });

  it("compares only work with the same model", () => {
    const same = groupOf({ after: { events: 6, runs: 10 } });
    const better = groupOf({
      model: "opus-5",
      before: { events: 0, runs: 0 },
      after: { events: 0, runs: 500 },
      led_to_rule: 0,
    });
    expect(judged(same, better)).toMatchObject({
      verdict: "not_enough",
      before: { events: 57, runs: 100 },
      after: { events: 6, runs: 10 },
    });
  });

  it("credits less if other mistakes of the same days did not change, and nothing if they fell as much", () => {
    const before = { events: 120, runs: 200 };
    const after = { events: 40, runs: 200 };
    const of = (others: EffectGroup["others"]) => judged(groupOf({ before, after, others }));
    expect(judged(groupOf({ before, after })).verdict).toBe("not_enough");
    expect(of({ before: 300, after: 300 })).toMatchObject({
      verdict: "helping",
      compared_with: "past_and_others",
      least_reduction: 0.25,
    });
    expect(of({ before: 300, after: 100 })).toMatchObject({ verdict: "not_enough", least_reduction: 0.25 });
    expect(of({ before: 10, after: 10 }), "too few others").toMatchObject({ compared_with: "past" });
  });

  it("is total, and never both flags and helps", () => {
    const count = fc.tuple(fc.nat(500), fc.nat(500));
    fc.assert(
      fc.property(fc.double({ min: 0, max: 400, noNaN: true }), count, count, (days, before, after) => {
        const { verdict, reduction, interval, rationale } = effect(days, before, after);
        expect(rationale).not.toMatch(/NaN|Infinity|undefined|null/);
        expect(verdict !== "ineffective" || reduction! < 0.1).toBe(true);
        expect(verdict !== "helping" || interval!.low! >= 0).toBe(true);
        expect(verdict !== "worse" || interval!.high <= 0).toBe(true);
      }),
    );
  });
});

describe("003.7 detectRegression", () => {
  const rule = { rule_id: "ru_1", version: 2, in_force_since: EXAMPLE_TIME };
  const again = (id: string, days: number, injected: boolean | null = true): RuleRecurrence => ({
    feedback_id: id,
    time: daysAfter(EXAMPLE_TIME, days),
    agent: "rio",
    injected,
  });

  it("says nothing while the rule settles, and nothing where nothing came back", () => {
    expect(detectRegression(rule, [again("fb_1", 3)], DEFAULT_RULE_POLICY, "Look.")).toBeUndefined();
    expect(detectRegression(rule, [], DEFAULT_RULE_POLICY, "Look.")).toBeUndefined();
  });

  it("tells what came back, and how often the prompt held the rule", () => {
    const recurrences = [again("fb_1", 3), again("fb_2", 8), again("fb_4", 20, false), again("fb_3", 12)];
    expect(detectRegression(rule, recurrences, DEFAULT_RULE_POLICY, "Look.")).toMatchObject({
      code: "rule_regression",
      count: 3,
      despite_rule: 2,
      first: daysAfter(EXAMPLE_TIME, 8),
      last: daysAfter(EXAMPLE_TIME, 20),
      agents: ["rio"],
      feedback_ids: ["fb_4", "fb_3", "fb_2"],
      message: expect.stringContaining("3 times"),
    });
  });
});

describe("003.7 adviseOnRule", () => {
  it.each([
    ["stabilising", false, 0, "wait"],
    ["stabilising", false, 4, "wait"],
    ["stabilising", true, 0, "wait"],
    ["stabilising", true, 4, "wait"],
    ["helping", false, 0, "keep"],
    ["helping", false, 4, "keep"],
    ["helping", true, 0, "keep"],
    ["helping", true, 4, "keep"],
    ["not_enough", false, 0, "wait"],
    ["not_enough", false, 4, "look"],
    ["not_enough", true, 0, "look"],
    ["not_enough", true, 4, "look"],
    ["ineffective", false, 0, "modify_or_retire"],
    ["ineffective", false, 4, "modify_or_retire"],
    ["ineffective", true, 0, "modify_or_retire"],
    ["ineffective", true, 4, "modify_or_retire"],
    ["worse", false, 0, "modify_or_retire"],
    ["worse", false, 4, "modify_or_retire"],
    ["worse", true, 0, "modify_or_retire"],
    ["worse", true, 4, "modify_or_retire"],
  ] as const)("17.5 %s, flagged %s, %i recurrences: %s", (verdict, isFlagged, recurrences, action) => {
    const advice = adviseOnRule({ verdict, isFlagged, recurrences });
    expect(advice.action).toBe(action);
    expect(/retire|modify/i.test(advice.message)).toBe(action === "modify_or_retire");
  });

  it("17.5 knows every verdict", () => {
    for (const verdict of EFFECT_VERDICTS) {
      expect(adviseOnRule({ verdict, isFlagged: false, recurrences: 0 }).message).not.toBe("");
    }
  });
});

const on = (day: number, agent: string, count: number) => ({ day: `2026-03-0${day}`, agent, count });

it.each([
  { why: "nothing happened lately", recent: [], confidence: 0.9, score: 0 },
  { why: "one agent, once a week", recent: [on(1, "rio", 4)], confidence: 0.8, score: 0.8 },
  { why: "more agents count more", recent: [on(1, "rio", 2), on(2, "kai", 2)], confidence: 0.8, score: 1.6 },
  { why: "a person's own words", recent: [on(1, "rio", 4)], confidence: null, score: 0.5 },
])("expects $score where $why", ({ recent, confidence, score }) => {
  expect(expectedBenefit(recent, confidence).score).toBe(score);
});
