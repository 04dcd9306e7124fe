import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classify } from "../../core/evaluation/classify.ts";
import { CLASSIFICATIONS } from "../../core/evaluation/evaluation.ts";
import type { EvaluationFacts } from "../../core/evaluation/evaluation-facts.ts";
import { TRUSTS } from "../../core/feedback/feedback.ts";
import { DEFAULT_RULE_POLICY as policy } from "../../core/evaluation/rule-policy.ts";
import { openQuestions, withoutDiscarded } from "./open-questions.ts";
import { readEvaluation } from "./llm-evaluator.ts";

const ids = ["a", "b", "c", "d"] as const;
const author = fc.record({ id: fc.constantFrom("ana", "ben", "cleo"), trust: fc.constantFrom(...TRUSTS) });
const factsArbitrary: fc.Arbitrary<EvaluationFacts> = fc.record({
  feedback_id: fc.constant("new"),
  author,
  agent: fc.constant("rio"),
  outcome: fc.constantFrom("approved", "rejected", null),
  has_correction: fc.boolean(),
  asks_for_change: fc.boolean(),
  similar: fc.uniqueArray(
    fc.record({ feedback_id: fc.constantFrom(...ids), author, score: fc.double({ min: 0, max: 1 }) }),
    {
      selector: ({ feedback_id }) => feedback_id,
    },
  ),
  contradicts: fc.uniqueArray(fc.constantFrom("x", "y")),
  covered_by: fc.constant(null),
});
const words = new Map(["new", "x", "y", ...ids].map((id) => [id, "Return an empty list."]));
/** Answers that a model could give, many of them wrong. */
const answerArbitrary = fc.record({
  contradictions: fc.array(fc.record({ id: fc.constantFrom("x", "y", "a"), contradicts: fc.boolean() }), {
    maxLength: 3,
  }),
  similar: fc.array(fc.record({ id: fc.constantFrom(...ids, "x"), same_mistake: fc.boolean() }), {
    maxLength: 4,
  }),
  classification: fc.constantFrom(...CLASSIFICATIONS),
  confidence: fc.double({ min: -1, max: 2 }),
  rationale: fc.constant("They agree."),
});

describe("readEvaluation", () => {
  it("takes away what was asked about, and never adds anything", () => {
    fc.assert(
      fc.property(factsArbitrary, answerArbitrary, (facts, answer) => {
        const open = openQuestions({ facts, words });
        const read = readEvaluation(answer, { facts, open, policy, containsKey: () => false });
        if (!read.ok) return;
        const named = new Set(read.value.similar_feedback_ids);
        const before = classify(facts, policy);
        const gone = before.similar_feedback_ids.filter((id) => !named.has(id));
        const settledAside = withoutDiscarded(facts, {
          contradicts: answer.contradictions.flatMap(({ id, contradicts }) => (contradicts ? [] : id)),
          similar: gone,
        });
        expect(gone.every((id) => open.similar.includes(id))).toBe(true);
        expect([...named].every((id) => before.similar_feedback_ids.includes(id))).toBe(true);
        const without = classify(settledAside, policy);
        expect(read.value).toMatchObject({
          classification: without.classification,
          proposed_action: without.proposed_action,
        });
        expect(Math.abs(read.value.confidence - without.confidence)).toBeLessThanOrEqual(0.1501);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    { why: "an outsider", facts: { author: { id: "m", trust: "outsider" } } },
    {
      why: "a clean approval",
      facts: { outcome: "approved", has_correction: false, asks_for_change: false, contradicts: [] },
    },
    {
      why: "what is settled",
      facts: {
        contradicts: [],
        similar: [{ feedback_id: "a", author: { id: "ben", trust: "person" }, score: 0.95 }],
      },
    },
  ] as readonly { why: string; facts: Partial<EvaluationFacts> }[])(
    "nothing is open about $why",
    ({ facts }) => {
      fc.assert(
        fc.property(factsArbitrary, (some) => {
          expect(openQuestions({ facts: { ...some, ...facts }, words })).toEqual({
            contradicts: [],
            similar: [],
          });
        }),
      );
    },
  );

  it("of many only the least sure are asked about", () => {
    const similar = Array.from({ length: 50 }, (_, n) => ({
      feedback_id: `s${n}`,
      author: { id: "ana", trust: "person" } as const,
      score: n / 60,
    }));
    const facts = {
      ...fc.sample(factsArbitrary, { numRuns: 1, seed: 1 })[0]!,
      author: { id: "ana", trust: "person" },
      outcome: "rejected",
      similar,
    } as const;
    const open = openQuestions({
      facts,
      words: new Map([...words, ...similar.map(({ feedback_id }) => [feedback_id, "no"] as const)]),
    });
    expect(open.similar).toHaveLength(20);
    expect(open.similar.at(-1)).toBe("s0");
    expect(open.similar[0]).toBe("s19");
  });
});
