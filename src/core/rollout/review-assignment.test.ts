import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptedVersions, assignVersion } from "./review-assignment.ts";
import { DEFAULT_SLO, type Rollout, SLICE_STEPS } from "./rollout.ts";

const baseline = { schema_version: "1.0", prompt_version: "1.0" };
const candidate = { schema_version: "1.1", prompt_version: "1.1" };

const rollout = (changes: Partial<Rollout>): Rollout => ({
  id: "r1",
  stage: "canary",
  baseline,
  candidate,
  slice: 0.25,
  slo: DEFAULT_SLO,
  reviewsAtStep: 0,
  history: [],
  ...changes,
});

describe("004.8 assignVersion", () => {
  it.each<{
    why: string;
    changes: Partial<Rollout>;
    version: typeof baseline;
    accepted: readonly (typeof baseline)[];
  }>([
    {
      why: "nobody sends what parsers only learn to read",
      changes: { stage: "read_compatible", slice: 0 },
      version: baseline,
      accepted: [baseline, candidate],
    },
    {
      why: "a promoted candidate is for all",
      changes: { stage: "promoted", slice: 1 },
      version: candidate,
      accepted: [baseline, candidate],
    },
    {
      why: "after a roll-back answers in the candidate's version still come in",
      changes: { stage: "rolled_back", slice: 0 },
      version: baseline,
      accepted: [baseline, candidate],
    },
    {
      why: "the legacy is gone",
      changes: { stage: "retired", retired: "baseline" },
      version: candidate,
      accepted: [candidate],
    },
    {
      why: "the failed candidate is gone",
      changes: { stage: "retired", retired: "candidate" },
      version: baseline,
      accepted: [baseline],
    },
  ])("serves and accepts by stage: $why", ({ changes, version, accepted }) => {
    const at = rollout(changes);
    expect(assignVersion(at, "pr-1")).toEqual(version);
    expect(acceptedVersions(at)).toEqual(accepted);
  });

  it("gives one key the same version every time, and a wider slice only adds keys", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.string(), fc.string(), share, share, (id, key, a, b) => {
        const narrow = rollout({ id, slice: Math.min(a, b) });
        const wide = rollout({ id, slice: Math.max(a, b) });
        expect(assignVersion(narrow, key)).toBe(assignVersion(narrow, key));
        const leaves = assignVersion(narrow, key) === candidate && assignVersion(wide, key) !== candidate;
        expect(leaves).toBe(false);
      }),
    );
  });

  it.each(SLICE_STEPS)("puts close to %d of 10,000 reviews into the slice", (slice) => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `owner/repository#${index}`);
    const share =
      keys.filter((key) => assignVersion(rollout({ slice }), key) === candidate).length / keys.length;
    // Four standard deviations of a fair draw.
    expect(Math.abs(share - slice)).toBeLessThanOrEqual(4 * Math.sqrt((slice * (1 - slice)) / keys.length));
  });

  it("does not begin every rollout with the same reviews", () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `pr-${index}`);
    const inSlice = (id: string): readonly string[] =>
      keys.filter((key) => assignVersion(rollout({ id, slice: 0.1 }), key) === candidate);
    const first = new Set(inSlice("one"));
    const both = inSlice("two").filter((key) => first.has(key)).length;
    expect(both / first.size).toBeLessThan(0.2);
  });
});
