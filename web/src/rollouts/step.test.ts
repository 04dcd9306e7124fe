import { describe, expect, it } from "vitest";
import { describeStage, percent, type Rollout, type Standing, versionName } from "./rollout.ts";
import { actionsOf, needsReason } from "./step.ts";

const rollout = (fields: Partial<Rollout>): Rollout =>
  ({
    baseline: { prompt_version: "1.0", schema_version: "1.0" },
    candidate: { prompt_version: "1.1", schema_version: "1.0" },
    slice: 0.05,
    ...fields,
  }) as Rollout;

describe("a rollout", () => {
  it.each([
    { stage: "canary" as const, next_slice: 0.25, names: ["advance", "roll_back"] },
    { stage: "canary" as const, next_slice: null, names: ["promote", "roll_back"] },
    { stage: "promoted" as const, next_slice: null, names: ["roll_back"] },
    { stage: "retired" as const, next_slice: null, names: [] },
  ])("18.2 offers $names while $stage", ({ stage, next_slice, names }) => {
    expect(actionsOf(rollout({ stage, next_slice })).map(({ name }) => name)).toEqual(names);
  });

  it("18.2 needs a reason for a step that the health checks do not recommend", () => {
    const standing = { decision: { action: "widen" } } as Standing;
    expect(needsReason(standing, "advance")).toBe(false);
    expect(needsReason(standing, "roll_back")).toBe(true);
  });

  it("18.2 is named by what differs, with no more digits than needed", () => {
    const { baseline, candidate } = rollout({});
    expect(versionName(candidate, baseline)).toBe("prompt 1.1");
    expect([0.05, 0.125, 1].map((share) => percent(share))).toEqual([
      "5\u202f%",
      "12.5\u202f%",
      "100\u202f%",
    ]);
    expect(describeStage(rollout({ stage: "canary" }))).toBe(
      "5\u202f% of reviews use it instead of prompt 1.0.",
    );
  });
});
