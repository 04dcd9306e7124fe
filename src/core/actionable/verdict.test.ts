import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ITEM_SEVERITIES, type ItemSeverity, PHASES, VERDICTS } from "./actionable-feedback.ts";
import { computeVerdict, type VerdictInput } from "./verdict.ts";

const of = (...severities: readonly ItemSeverity[]): VerdictInput["items"] =>
  severities.map((severity) => ({ severity }));

describe("the verdict", () => {
  it.each<[why: string, input: VerdictInput, verdict: string, row: string]>([
    ["unsure", { items: of("minor"), score: 0.9, confidence: 0.49 }, "escalate", "low_confidence"],
    ["just sure enough", { items: of("minor"), score: 0.9, confidence: 0.5 }, "accept", "good_enough"],
    [
      "unsure outranks critical",
      { items: of("critical"), score: 0.1, confidence: 0.2 },
      "escalate",
      "low_confidence",
    ],
    ["the same again", { items: of("minor"), score: 0.9, repeated: true }, "escalate", "repeated_issue"],
    ["critical in a good score", { items: of("critical", "minor"), score: 0.95 }, "refine", "blocking"],
    ["a low score of small things", { items: of("minor"), score: 0.49 }, "refine", "blocking"],
    [
      "blocked at the last round",
      { items: of("critical"), score: 0.6, iteration: { number: 5, max: 5, phase: "refinement" } },
      "reject",
      "blocking",
    ],
    [
      "blocked in the final phase",
      { items: of("critical"), score: 0.6, iteration: { number: 2, max: 5, phase: "final" } },
      "reject",
      "blocking",
    ],
    [
      "blocked with rounds left",
      { items: of("critical"), score: 0.6, iteration: { number: 2, max: 5, phase: "refinement" } },
      "refine",
      "blocking",
    ],
    [
      "small things and a good score",
      { items: of("minor", "suggestion"), score: 0.81 },
      "accept",
      "good_enough",
    ],
    ["exactly 0.8 is not above it", { items: of("minor"), score: 0.8 }, "refine", "otherwise"],
    ["a major item in a good score", { items: of("major"), score: 0.95 }, "refine", "otherwise"],
    ["exactly 0.5 is not below it", { items: of("major"), score: 0.5 }, "refine", "otherwise"],
    [
      "a score that is no number is not good",
      { items: of("minor"), score: Number.NaN },
      "refine",
      "blocking",
    ],
  ])("000.4 %s", (_why, input, verdict, row) => {
    expect(computeVerdict(input)).toMatchObject({ verdict, row });
  });

  it("000.4 follows a total table", () => {
    const inputs = fc.record(
      {
        items: fc.array(fc.record({ severity: fc.constantFrom(...ITEM_SEVERITIES) })),
        score: fc.double(),
        confidence: fc.double(),
        repeated: fc.boolean(),
        iteration: fc.record({ number: fc.integer(), max: fc.integer(), phase: fc.constantFrom(...PHASES) }),
      },
      { requiredKeys: ["items", "score"] },
    );
    fc.assert(
      fc.property(inputs, (input) => {
        const { verdict, allowed } = computeVerdict(input);
        expect(VERDICTS).toContain(verdict);
        expect(allowed).toContain(verdict);
        const blocked = input.score < 0.5 || input.items.some(({ severity }) => severity === "critical");
        expect(blocked && verdict === "accept").toBe(false);
        const unsure = (input.confidence ?? 1) < 0.5 || input.repeated === true;
        expect(unsure && verdict !== "escalate").toBe(false);
      }),
    );
  });
});
