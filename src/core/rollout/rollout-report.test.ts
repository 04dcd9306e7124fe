import { describe, expect, it } from "vitest";
import { evaluateRollout, type RolloutDecision, rolloutReport } from "./rollout-report.ts";
import { DEFAULT_SLO, type Rollout, versionKey } from "./rollout.ts";
import type { RolloutHealth, VersionHealth } from "./rollout-health.ts";

const baseline = { schema_version: "1.0", prompt_version: "1.0" };
const candidate = { schema_version: "1.1", prompt_version: "1.1" };

const rollout = (changes: Partial<Rollout> = {}): Rollout => ({
  id: "r1",
  stage: "canary",
  baseline,
  candidate,
  slice: 0.05,
  slo: DEFAULT_SLO,
  reviewsAtStep: 0,
  history: [],
  ...changes,
});

type Counts = Partial<VersionHealth>;
const healthFrom = (base: Counts, next: Counts): RolloutHealth => {
  const none = {
    reviews: 0,
    rejections: 0,
    incompatible: 0,
    findings: 0,
    drops: 0,
    coercions: 0,
    coercedReviews: 0,
  };
  return { [versionKey(baseline)]: { ...none, ...base }, [versionKey(candidate)]: { ...none, ...next } };
};

/** All checks speak for a widening or a wait for evidence; a roll-back names its one cause. */
const usualCodes = (action: RolloutDecision["action"]): readonly string[] =>
  action === "roll_back"
    ? ["rejection_rate"]
    : ["sample", "drop_rate", "rejection_rate", "incompatible_rate"];

describe("004.8 evaluateRollout", () => {
  const good: Counts = { reviews: 60, findings: 200, drops: 4 };
  const steady: Counts = { reviews: 1_000, rejections: 20, findings: 3_000, drops: 60 };

  it.each<{
    why: string;
    changes?: Partial<Rollout>;
    base?: Counts;
    next: Counts;
    action: RolloutDecision["action"];
    slice?: number;
    codes?: readonly string[];
  }>([
    { why: "a healthy step is followed by the next", next: good, action: "widen", slice: 0.25 },
    {
      why: "a slice between two steps goes to the next one",
      changes: { slice: 0.3 },
      next: good,
      action: "widen",
      slice: 0.5,
    },
    { why: "a healthy full slice is promoted", changes: { slice: 1 }, next: good, action: "promote" },
    {
      why: "too few reviews prove nothing",
      next: { ...good, reviews: 49 },
      action: "hold",
      codes: ["sample", "drop_rate", "rejection_rate", "incompatible_rate"],
    },
    {
      why: "reviews of an earlier step do not count for this one",
      changes: { reviewsAtStep: 30 },
      next: good,
      action: "hold",
      codes: ["sample"],
    },
    {
      why: "a drop rate at the limit is within it",
      next: { reviews: 60, findings: 100, drops: 5 },
      action: "widen",
      slice: 0.25,
    },
    {
      why: "a drop rate beyond the limit holds",
      next: { reviews: 60, findings: 100, drops: 6 },
      action: "hold",
      codes: ["drop_rate"],
    },
    {
      why: "a drop rate beyond the limit is not promoted",
      changes: { slice: 1 },
      next: { reviews: 60, findings: 100, drops: 6 },
      action: "hold",
      codes: ["drop_rate"],
    },
    { why: "no findings at all are no drops", next: { reviews: 60 }, action: "widen", slice: 0.25 },
    {
      why: "versions that parsers cannot read hold",
      next: { ...good, rejections: 1, incompatible: 1 },
      action: "hold",
      codes: ["incompatible_rate"],
    },
    {
      why: "rejections at twice the baseline are within it",
      base: { reviews: 1_000, rejections: 50 },
      next: { reviews: 100, rejections: 10 },
      action: "widen",
      slice: 0.25,
    },
    {
      why: "rejections beyond twice the baseline roll back",
      base: { reviews: 1_000, rejections: 50 },
      next: { reviews: 100, rejections: 11 },
      action: "roll_back",
      codes: ["rejection_rate"],
    },
    { why: "one rejection in three does not roll back", next: { reviews: 3, rejections: 1 }, action: "hold" },
    {
      why: "a candidate that is refused every time goes at once",
      next: { reviews: 5, rejections: 5 },
      action: "roll_back",
      codes: ["rejection_rate"],
    },
    {
      why: "a baseline without rejections leaves the floor",
      base: { reviews: 1_000 },
      next: { reviews: 250, rejections: 5 },
      action: "widen",
      slice: 0.25,
    },
    {
      why: "beyond the floor it rolls back",
      base: { reviews: 1_000 },
      next: { reviews: 240, rejections: 5 },
      action: "roll_back",
      codes: ["rejection_rate"],
    },
    {
      why: "an unseen baseline is like one without rejections",
      base: { reviews: 0, rejections: 0 },
      next: { reviews: 100, rejections: 5 },
      action: "roll_back",
    },
    {
      why: "a baseline that is always rejected cannot be exceeded",
      base: { reviews: 10, rejections: 10 },
      next: { reviews: 60, rejections: 60 },
      action: "widen",
      slice: 0.25,
    },
    {
      why: "a promoted version still rolls back",
      changes: { stage: "promoted", slice: 1 },
      next: { reviews: 100, rejections: 9 },
      action: "roll_back",
    },
    {
      why: "a promoted version has nowhere further to go",
      changes: { stage: "promoted", slice: 1 },
      next: good,
      action: "hold",
      codes: ["rejection_rate"],
    },
    {
      why: "nothing to judge before the canary",
      changes: { stage: "read_compatible", slice: 0 },
      next: {},
      action: "hold",
      codes: ["not_in_traffic"],
    },
    {
      why: "a rolled back one is decided",
      changes: { stage: "rolled_back", slice: 0 },
      next: good,
      action: "hold",
      codes: ["decided"],
    },
    {
      why: "a retired one is decided",
      changes: { stage: "retired" },
      next: good,
      action: "hold",
      codes: ["decided"],
    },
  ])("$why", ({ changes, base = steady, next, action, slice, codes = usualCodes(action) }) => {
    const decision = evaluateRollout(rollout(changes), healthFrom(base, next));
    expect(decision).toMatchObject(slice === undefined ? { action } : { action, slice });
    expect(decision.reasons.map((reason) => reason.code)).toEqual(codes);
  });
});

describe("004.8 rolloutReport", () => {
  it("shows both versions' rates with their samples, and each check with its numbers", () => {
    const report = rolloutReport(
      rollout(),
      healthFrom(
        { reviews: 1_000, rejections: 20, findings: 3_000, drops: 60, coercions: 150, coercedReviews: 100 },
        {
          reviews: 60,
          rejections: 2,
          incompatible: 1,
          findings: 200,
          drops: 12,
          coercions: 9,
          coercedReviews: 6,
        },
      ),
    );
    expect(
      report.versions.map(({ role, reviews, findings, rates }) => ({ role, reviews, findings, rates })),
    ).toEqual([
      {
        role: "baseline",
        reviews: 1_000,
        findings: 3_000,
        rates: { coercion: 0.1, drop: 0.02, rejection: 0.02, incompatible: 0 },
      },
      {
        role: "candidate",
        reviews: 60,
        findings: 200,
        rates: { coercion: 0.1, drop: 0.06, rejection: 2 / 60, incompatible: 1 / 60 },
      },
    ]);
    expect(report.checks.map(({ name, verdict, reason }) => `${name} ${verdict}: ${reason}`).join("\n"))
      .toMatchInlineSnapshot(`
      "sample pass: 60 reviews at this step, 50 needed
      drop_rate fail: 12 of 200 findings dropped (6.0%, limit 5.0%)
      rejection_rate pass: 2 of 60 reviews rejected (3.3%); limit 4.0% (2 times the baseline's 2.0%, at least 2.0%), once there are 5 rejections
      incompatible_rate fail: 1 of 60 reviews in a version that the parser could not read (1.7%, limit 1.0%)
      coercion_rate watched: 6 of 60 reviews needed coercion (10.0%, baseline 10.0%)"
    `);
  });
});
