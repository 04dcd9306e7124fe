import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic, DiagnosticKind } from "../review/review.ts";
import { healthOf, NO_HEALTH, type ObservedReview, observeReview, ratesOf } from "./rollout-health.ts";

const version = { schema_version: "1.0", prompt_version: "1.0" };
const other = { schema_version: "1.0", prompt_version: "1.1" };

const diagnostic = (kind: DiagnosticKind, reason = "trim"): Diagnostic => ({ kind, reason, message: "" });

const observeAll = (reviews: readonly ObservedReview[]): ReturnType<typeof healthOf> => {
  let health = NO_HEALTH;
  for (const review of reviews) health = observeReview(health, version, review);
  return healthOf(health, version);
};

describe("004.8 observeReview", () => {
  it.each<{ why: string; review: ObservedReview; counts: Partial<ReturnType<typeof healthOf>> }>([
    {
      why: "a clean review counts as a review and nothing else",
      review: { status: "accepted", findingsSeen: 0, diagnostics: [] },
      counts: { reviews: 1, findings: 0, drops: 0, coercions: 0, rejections: 0 },
    },
    {
      why: "two coercions make one coerced review",
      review: {
        status: "accepted",
        findingsSeen: 2,
        diagnostics: [diagnostic("coercion_applied"), diagnostic("coercion_applied")],
      },
      counts: { coercions: 2, coercedReviews: 1, findings: 2 },
    },
    {
      why: "drops count against the findings seen",
      review: {
        status: "accepted",
        findingsSeen: 3,
        diagnostics: [diagnostic("finding_dropped", "invalid_line_range")],
      },
      counts: { findings: 3, drops: 1 },
    },
    {
      why: "a version that cannot be read is a rejection and an incompatibility",
      review: {
        status: "rejected",
        findingsSeen: 0,
        diagnostics: [diagnostic("response_rejected", "incompatible_version")],
      },
      counts: { rejections: 1, incompatible: 1 },
    },
    {
      why: "other rejections are no incompatibility",
      review: {
        status: "rejected",
        findingsSeen: 0,
        diagnostics: [diagnostic("response_rejected", "invalid_json")],
      },
      counts: { rejections: 1, incompatible: 0 },
    },
    {
      why: "repairs and warnings are not failures",
      review: {
        status: "accepted",
        findingsSeen: 1,
        diagnostics: [diagnostic("repair_applied"), diagnostic("warning")],
      },
      counts: { coercions: 0, drops: 0, rejections: 0 },
    },
    {
      why: "a count that is no number counts as none",
      review: { status: "accepted", findingsSeen: Number.NaN, diagnostics: [diagnostic("finding_dropped")] },
      counts: { findings: 1, drops: 1 },
    },
  ])("$why", ({ review, counts }) => {
    expect(observeAll([review])).toMatchObject(counts);
  });

  it("keeps versions apart, and leaves the health it was given as it was", () => {
    const review: ObservedReview = { status: "accepted", findingsSeen: 1, diagnostics: [] };
    const one = observeReview(NO_HEALTH, version, review);
    const two = observeReview(one, other, review);
    expect(healthOf(two, version)).toEqual(healthOf(one, version));
    expect(healthOf(one, other).reviews).toBe(0);
    expect(NO_HEALTH).toEqual({});
  });

  it("gives shares from 0 to 1, whatever is observed", () => {
    const kind = fc.constantFrom<DiagnosticKind>(
      "coercion_applied",
      "repair_applied",
      "finding_dropped",
      "response_rejected",
      "warning",
    );
    const review = fc.record({
      status: fc.constantFrom("accepted", "rejected"),
      findingsSeen: fc.oneof(fc.integer(), fc.double()),
      diagnostics: fc.array(
        fc.record({ kind, reason: fc.constantFrom("trim", "incompatible_version"), message: fc.string() }),
      ),
    });
    fc.assert(
      fc.property(fc.array(review), (reviews) => {
        for (const rate of Object.values(ratesOf(observeAll(reviews)))) {
          expect(rate).toBeGreaterThanOrEqual(0);
          expect(rate).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
