import { describe, expect, it } from "vitest";
import { parseReview } from "../review/parse-review.ts";
import {
  applyRolloutCommand,
  type RolloutCommand,
  type RolloutProblem,
  planRollout,
  type StartProblem,
  type StartRollout,
} from "./change-rollout.ts";
import { eraseFromRollout, type RolloutRecord } from "./rollout.ts";
import { BASELINE, CANDIDATE, CLEAN, exampleStart, REFUSED } from "../../../test/examples/example-rollout.ts";
import { observedReview, addHealth, NO_HEALTH, observeReview, type RolloutHealth } from "./rollout-health.ts";

const NOW = "2026-03-02T10:00:00.000Z";

const observed = (clean: number, refused = 0): RolloutHealth => {
  let health = NO_HEALTH;
  for (let n = 0; n < clean; n += 1) health = observeReview(health, CANDIDATE, CLEAN);
  for (let n = 0; n < refused; n += 1) health = observeReview(health, CANDIDATE, REFUSED);
  return health;
};
const GOOD = observed(60);
const TOO_FEW = observed(3);
const REJECTED = observed(20, 6);

const advance: RolloutCommand = { type: "advance", by: "ben" };
const promote: RolloutCommand = { type: "promote", by: "ben" };
const rollBack: RolloutCommand = { type: "roll_back", by: "ben" };

function changed(state: RolloutRecord, command: RolloutCommand, health = GOOD): RolloutRecord {
  const result = applyRolloutCommand(state, command, { now: NOW, health });
  if (!result.ok) throw new Error(result.error.message);
  return result.value.state;
}

const started = exampleStart().state;
const full = changed(started, advance);
const promoted = changed(full, { ...promote, reason: "measured elsewhere" });

describe("004.8 startRollout", () => {
  it("begins with the first slice, by whom and why, and tells the audit log", () => {
    const { state, acts } = exampleStart({ reason: " shorter prompt " });
    expect(state).toMatchObject({
      stage: "canary",
      slice: 0.1,
      revision: 1,
      startedBy: "ana",
      history: [{ event: "start_canary", by: "ana", reason: "shorter prompt" }],
    });
    expect(acts).toEqual([
      {
        actor: "ana",
        action: "rollout.started",
        subject: "ro_1",
        detail: { revision: 1, baseline: "1.0+1.0", candidate: "1.1+1.1", slice: 0.1 },
      },
    ]);
  });

  it.each<{ why: string; plan: Partial<StartRollout>; code: StartProblem["code"] }>([
    {
      why: "a schema that this parser cannot read",
      plan: { candidate: { schema_version: "2.0", prompt_version: "1.0" } },
      code: "parser_not_ready",
    },
    { why: "nothing new", plan: { candidate: BASELINE }, code: "same_version" },
    {
      why: "what is no version",
      plan: { candidate: { schema_version: "1", prompt_version: "x" } },
      code: "invalid_version",
    },
    { why: "no steps", plan: { steps: [] }, code: "invalid_steps" },
    { why: "steps that end early", plan: { steps: [0.1, 0.5] }, code: "invalid_steps" },
    { why: "steps that fall", plan: { steps: [0.5, 0.1, 1] }, code: "invalid_steps" },
    { why: "a step of nothing", plan: { steps: [0, 1] }, code: "invalid_steps" },
    { why: "a step that is no number", plan: { steps: [Number.NaN, 1] }, code: "invalid_steps" },
    { why: "a limit beyond all", plan: { slo: { dropRate: 2 } }, code: "invalid_slo" },
  ])("refuses $why", ({ plan, code }) => {
    const plain = { id: "r", baseline: BASELINE, candidate: CANDIDATE, by: "ana" };
    expect(planRollout({ ...plain, ...plan }, { now: NOW })).toMatchObject({ ok: false, error: { code } });
  });
});

describe("004.8 changeRollout", () => {
  it("goes through its own steps while the health speaks for them, then stays promoted", () => {
    expect(full).toMatchObject({ stage: "canary", slice: 1, reviewsAtStep: 60, revision: 2, updatedAt: NOW });
    // The step before had 60 reviews, so this one needs as many again.
    const good = changed(full, promote, observed(120));
    expect(good).toMatchObject({ stage: "promoted", slice: 1, reviewsAtStep: 0, revision: 3 });
    expect(good.history.map(({ event, by, overrides }) => [event, by, overrides])).toEqual([
      ["start_canary", "ana", undefined],
      ["widen", "ben", undefined],
      ["promote", "ben", undefined],
    ]);
  });

  it("goes on against the health only with a reason, and keeps both", () => {
    const result = applyRolloutCommand(
      started,
      { ...advance, reason: "nobody reviews in summer" },
      {
        now: NOW,
        health: TOO_FEW,
      },
    );
    expect(result).toMatchObject({
      ok: true,
      value: {
        state: {
          slice: 1,
          history: [
            {},
            {
              reason: "nobody reviews in summer",
              overrides: ["sample", "drop_rate", "rejection_rate", "incompatible_rate"],
            },
          ],
        },
        acts: [{ action: "rollout.advanced", detail: { slice: 1, overrides: expect.any(Array) as unknown } }],
      },
    });
  });

  it("rolls back for the measured reason if nobody gives another", () => {
    const state = changed(started, rollBack, REJECTED);
    expect(state).toMatchObject({ stage: "rolled_back", slice: 0 });
    expect(state.history.at(-1)!.reason).toMatch(/^6 of 26 reviews rejected/);
    expect(changed(promoted, { ...rollBack, reason: "worse" }).history.at(-1)!.reason).toBe("worse");
  });

  it.each<{
    why: string;
    state?: RolloutRecord;
    command: RolloutCommand;
    health?: RolloutHealth;
    code: RolloutProblem["code"];
  }>([
    { why: "too small a sample", command: advance, health: TOO_FEW, code: "not_healthy" },
    { why: "too many rejections", command: advance, health: REJECTED, code: "not_healthy" },
    {
      why: "a blank reason against the health",
      command: { ...advance, reason: "  " },
      health: TOO_FEW,
      code: "not_healthy",
    },
    {
      why: "leaving a step out without a reason",
      state: exampleStart({ steps: [0.1, 0.5, 1] }).state,
      command: { ...advance, slice: 1 },
      code: "not_healthy",
    },
    { why: "promoting part of the traffic", command: promote, code: "slice_incomplete" },
    {
      why: "promoting on the sample of the step before",
      state: full,
      command: promote,
      code: "not_healthy",
    },
    { why: "widening what is whole", state: full, command: advance, code: "slice_not_wider" },
    { why: "narrowing", command: { ...advance, slice: 0.05 }, code: "slice_not_wider" },
    { why: "a slice above all", command: { ...advance, slice: 3 }, code: "invalid_slice" },
    { why: "going back for no reason at all", command: rollBack, code: "reason_required" },
    { why: "widening what is promoted", state: promoted, command: advance, code: "illegal_transition" },
    { why: "promoting twice", state: promoted, command: promote, code: "illegal_transition" },
    {
      why: "going on after a roll-back",
      state: changed(started, { ...rollBack, reason: "worse" }),
      command: { ...advance, reason: "again" },
      code: "illegal_transition",
    },
  ])("refuses $why", ({ state = started, command, health = GOOD, code }) => {
    expect(applyRolloutCommand(state, command, { now: NOW, health })).toMatchObject({
      ok: false,
      error: { code },
    });
  });

  it("keeps long and odd words short and storable", () => {
    const state = changed(started, { ...rollBack, by: "x".repeat(5_000), reason: `\0${"y".repeat(9_000)}` });
    const { by, reason } = state.history.at(-1)!;
    expect(by!.length).toBeLessThanOrEqual(256);
    expect(reason!.length).toBeLessThanOrEqual(2_000);
    expect(reason).not.toContain("\0");
  });
});

describe("eraseFromRollout", () => {
  it("takes a person's name and words, and leaves what was done", () => {
    const state = changed(started, { ...rollBack, reason: "ben's words" });
    const without = eraseFromRollout(state, "ben");
    expect(JSON.stringify(without)).not.toContain("ben");
    expect(without).toMatchObject({ revision: 3, stage: "rolled_back", startedBy: "ana" });
    const nobody = eraseFromRollout(eraseFromRollout(state, "ana"), "ben");
    expect(JSON.stringify(nobody)).not.toContain(`"ana"`);
    expect(eraseFromRollout(nobody, "carol")).toBe(nobody);
  });
});

describe("004.8 observedReview", () => {
  it("counts the findings that were there, kept or not", () => {
    const finding = { severity: "low", category: "style", title: "t", file: "a.ts", message: "m" };
    const answer = {
      ...BASELINE,
      findings: [
        { ...finding, id: "1", line: 1 },
        { ...finding, id: "2", line: 0 },
      ],
    };
    const observation = observedReview(parseReview(JSON.stringify(answer), { changedFiles: ["a.ts"] }));
    expect(observation).toMatchObject({ status: "accepted", findingsSeen: 2 });
    expect(observedReview(parseReview("sorry"))).toMatchObject({ status: "rejected", findingsSeen: 0 });
    const health = observeReview(NO_HEALTH, BASELINE, observation);
    expect(addHealth(health, BASELINE, health["1.0+1.0"]!)["1.0+1.0"]).toMatchObject({
      reviews: 2,
      findings: 4,
      drops: 2,
    });
  });
});
