import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptedVersions, assignVersion } from "./review-assignment.ts";
import { createRollout, type Rollout, type RolloutPlan, type RolloutStage } from "./rollout.ts";
import { type RolloutEvent, transition, type TransitionProblem } from "./transition.ts";

const baseline = { schema_version: "1.0", prompt_version: "1.0" };
const candidate = { schema_version: "2.0", prompt_version: "1.1" };
const at = "2026-01-02T03:04:05Z";

const created = (plan: Partial<RolloutPlan> = {}): Rollout => {
  const result = createRollout({ id: "r1", baseline, candidate, ...plan });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

const apply = (rollout: Rollout, ...events: readonly RolloutEvent[]): Rollout => {
  let current = rollout;
  for (const event of events) {
    const result = transition(current, event, at);
    if (!result.ok) throw new Error(result.error.message);
    current = result.value;
  }
  return current;
};

const start: RolloutEvent = { type: "start_canary", parserAccepts: [baseline, candidate] };
const widen: RolloutEvent = { type: "widen", slice: 1, reviews: 60 };
const promote: RolloutEvent = { type: "promote" };
const rollBack: RolloutEvent = { type: "roll_back", reason: "too many rejections" };
const retire: RolloutEvent = { type: "retire", release: "2.0.0", previousRelease: "1.9.0", recentReviews: 0 };

const readCompatible = created();
const canary = apply(readCompatible, start);
const full = apply(canary, widen);
const promoted = apply(full, promote);
const rolledBack = apply(canary, rollBack);
const retired = apply(promoted, retire);

describe("004.8 createRollout", () => {
  it("begins with parsers that read the candidate and no traffic", () => {
    expect(readCompatible).toMatchObject({ stage: "read_compatible", slice: 0, history: [] });
  });

  it.each<{ why: string; plan: Partial<RolloutPlan>; code: string }>([
    {
      why: "a version that is none",
      plan: { candidate: { schema_version: "1", prompt_version: "1.0" } },
      code: "invalid_version",
    },
    {
      why: "a schema version has no patch",
      plan: { candidate: { schema_version: "1.0.0", prompt_version: "1.0" } },
      code: "invalid_version",
    },
    { why: "nothing to roll out", plan: { candidate: baseline }, code: "same_version" },
    { why: "a share above 1", plan: { slo: { dropRate: 1.5 } }, code: "invalid_slo" },
    { why: "a share that is no number", plan: { slo: { rejectionFloor: Number.NaN } }, code: "invalid_slo" },
    { why: "no sample at all", plan: { slo: { minReviews: 0 } }, code: "invalid_slo" },
    { why: "a factor that punishes an equal", plan: { slo: { rejectionFactor: 0.5 } }, code: "invalid_slo" },
  ])("refuses $why", ({ plan, code }) => {
    expect(createRollout({ id: "r1", baseline, candidate, ...plan })).toMatchObject({
      ok: false,
      error: { code },
    });
  });
});

describe("004.8 transition", () => {
  it("goes from read-compatible over the canary to promoted and retired, and keeps its history", () => {
    expect(
      retired.history.map((step) => `${step.from} -> ${step.to} (${step.event}, ${step.slice})`),
    ).toEqual([
      "read_compatible -> canary (start_canary, 0.01)",
      "canary -> canary (widen, 1)",
      "canary -> promoted (promote, 1)",
      "promoted -> retired (retire, 1)",
    ]);
    expect(retired.retired).toBe("baseline");
    expect(retired.history.every((step) => step.at === at)).toBe(true);
  });

  it("rolls back from a canary and from promoted, with the reason kept", () => {
    for (const from of [canary, full, promoted]) {
      expect(apply(from, rollBack)).toMatchObject({ stage: "rolled_back", slice: 0 });
    }
    expect(rolledBack.history.at(-1)!.reason).toBe("too many rejections");
  });

  it("retires the candidate, not the baseline, after a roll-back", () => {
    expect(apply(rolledBack, retire)).toMatchObject({ stage: "retired", retired: "candidate" });
  });

  it.each<{ why: string; from: Rollout; event: RolloutEvent; code: TransitionProblem["code"] }>([
    {
      why: "promoting what no parser was shown to read",
      from: readCompatible,
      event: promote,
      code: "illegal_transition",
    },
    { why: "widening before the canary", from: readCompatible, event: widen, code: "illegal_transition" },
    {
      why: "a canary whose candidate the parsers cannot read",
      from: readCompatible,
      event: { ...start, parserAccepts: [baseline] },
      code: "parser_not_ready",
    },
    { why: "an empty slice", from: readCompatible, event: { ...start, slice: 0 }, code: "invalid_slice" },
    { why: "a slice above all", from: canary, event: { ...widen, slice: 1.1 }, code: "invalid_slice" },
    {
      why: "a slice that is no number",
      from: canary,
      event: { ...widen, slice: Number.NaN },
      code: "invalid_slice",
    },
    {
      why: "a slice that does not grow, which would move reviews back",
      from: full,
      event: widen,
      code: "slice_not_wider",
    },
    {
      why: "a count that is no number",
      from: canary,
      event: { ...widen, reviews: Number.NaN },
      code: "invalid_count",
    },
    { why: "promoting from part of the traffic", from: canary, event: promote, code: "slice_incomplete" },
    {
      why: "a roll-back without a reason",
      from: canary,
      event: { ...rollBack, reason: " " },
      code: "reason_missing",
    },
    {
      why: "a roll-back of what nobody uses",
      from: readCompatible,
      event: rollBack,
      code: "illegal_transition",
    },
    { why: "a second roll-back", from: rolledBack, event: rollBack, code: "illegal_transition" },
    {
      why: "a rolled back candidate that starts again, without a rollout of its own",
      from: rolledBack,
      event: start,
      code: "illegal_transition",
    },
    { why: "retiring during the canary", from: canary, event: retire, code: "illegal_transition" },
    {
      why: "retiring what reviews still use",
      from: promoted,
      event: { ...retire, recentReviews: 1 },
      code: "still_in_use",
    },
    {
      why: "forcing out what reviews still use",
      from: promoted,
      event: { ...retire, recentReviews: 1, force: true },
      code: "still_in_use",
    },
    {
      why: "retiring in a minor release",
      from: promoted,
      event: { ...retire, release: "1.10.0" },
      code: "major_release_needed",
    },
    {
      why: "a release that is none",
      from: promoted,
      event: { ...retire, release: "next" },
      code: "invalid_release",
    },
    { why: "anything after retirement", from: retired, event: rollBack, code: "illegal_transition" },
  ])("refuses $why", ({ from, event, code }) => {
    expect(transition(from, event, at)).toMatchObject({ ok: false, error: { code } });
  });

  it("retires in a minor release when forced", () => {
    expect(apply(promoted, { ...retire, release: "1.10.0", force: true }).stage).toBe("retired");
  });

  const NEXT: Readonly<Record<RolloutStage, readonly RolloutStage[]>> = {
    read_compatible: ["canary"],
    canary: ["canary", "promoted", "rolled_back"],
    promoted: ["rolled_back", "retired"],
    rolled_back: ["retired"],
    retired: [],
  };

  const slice = fc.constantFrom(0.01, 0.5, 1, 0, 2, Number.NaN);
  const events = fc.array(
    fc.oneof(
      fc.record({
        type: fc.constant("start_canary"),
        parserAccepts: fc.constantFrom([], [candidate]),
        slice,
      }),
      fc.record({ type: fc.constant("widen"), slice, reviews: fc.constantFrom(0, 60, 200, 0.5) }),
      fc.record({ type: fc.constant("promote") }),
      fc.record({ type: fc.constant("roll_back"), reason: fc.constantFrom("", "worse") }),
      fc.record({
        type: fc.constant("retire"),
        release: fc.constantFrom("2.0.0", "1.1.0", "x"),
        previousRelease: fc.constant("1.0.0"),
        recentReviews: fc.constantFrom(0, 3),
        force: fc.boolean(),
      }),
    ),
    { minLength: 20, maxLength: 40 },
  );

  it("only ever takes allowed steps, and never sends a version that parsers no longer accept", () => {
    const taken = new Set<string>();
    fc.assert(
      fc.property(events, fc.string(), (sequence, key) => {
        let current = readCompatible;
        for (const event of sequence) {
          const result = transition(current, event, at);
          if (!result.ok) continue;
          const next = result.value;
          taken.add(`${current.stage} ${next.stage}`);
          expect(NEXT[current.stage]).toContain(next.stage);
          expect(next.history.length).toBe(current.history.length + 1);
          expect(next.history.at(-1)).toMatchObject({ from: current.stage, to: next.stage });
          expect(next.slice >= 0 && next.slice <= 1).toBe(true);
          expect(next.stage !== "canary" || next.slice > current.slice).toBe(true);
          expect(acceptedVersions(next)).toContainEqual(assignVersion(next, key));
          current = next;
        }
      }),
      { numRuns: 500 },
    );
    // Every allowed step was walked, so the laws above were tried on all of them.
    expect(taken.size).toBe(Object.values(NEXT).flat().length);
  });
});
