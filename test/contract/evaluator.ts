import { MAX_RULE_TEXT } from "../../src/core/text/limits.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Classification } from "../../src/core/evaluation/evaluation.ts";
import { evaluationSchema } from "../../src/core/evaluation/evaluation-schema.ts";
import type { EvaluationFacts } from "../../src/core/evaluation/evaluation-facts.ts";
import { type Feedback, OUTCOMES, type Trust, TRUSTS } from "../../src/core/feedback/feedback.ts";
import { codePoints } from "../../src/core/text/code-points.ts";
import type { ClusterEvidence } from "../../src/core/rule/propose/write-proposal.ts";
import { ruleTextSchema } from "../../src/core/rule/rule-schema.ts";
import type { Evaluator } from "../../src/ports/evaluator.ts";
import { makeEvaluation, person, similarTo } from "./make-evaluation.ts";
import { HOSTILE_TEXTS, makeFeedback } from "./make-feedback.ts";

const bot = { id: "lint", trust: "reviewer_bot" } as const;
const stranger = { id: "mallory", trust: "outsider" } as const;

const CLASSES: readonly {
  readonly why: string;
  readonly facts: Partial<EvaluationFacts>;
  readonly is: Classification;
}[] = [
  { why: "said once", facts: {}, is: "edge_case" },
  {
    why: "said twice by one person",
    facts: { similar: [similarTo("a", person("ana"))] },
    is: "generalizable_low",
  },
  {
    why: "said once by a person and once by a tool",
    facts: { similar: [similarTo("a", bot)] },
    is: "generalizable_low",
  },
  {
    why: "said by two people in the same words",
    facts: { similar: [similarTo("a", person("ben"))] },
    is: "generalizable_high",
  },
  {
    why: "said by two people, each in words of their own",
    facts: { similar: [{ ...similarTo("a", person("ben")), same_words: false }] },
    is: "generalizable_low",
  },
  {
    why: "said three times by one person",
    facts: { similar: [similarTo("a", person("ana")), similarTo("b", person("ana"), 0.99)] },
    is: "generalizable_high",
  },
  {
    why: "a contradiction goes before any number of occurrences",
    facts: { contradicts: ["x"], similar: [similarTo("a", person("ben")), similarTo("b", person("cleo"))] },
    is: "ambiguous",
  },
  {
    why: "a contradiction goes before an approval",
    facts: { contradicts: ["x"], outcome: "approved", asks_for_change: false },
    is: "ambiguous",
  },
  {
    why: "a clean approval, whatever is like it",
    facts: { outcome: "approved", asks_for_change: false, similar: [similarTo("a", person("ben"))] },
    is: "positive",
  },
  {
    why: "an outsider's words count for nothing",
    facts: { author: stranger, similar: [similarTo("a", person("ben")), similarTo("b", person("cleo"))] },
    is: "edge_case",
  },
  {
    why: "nor do an outsider's add an occurrence",
    facts: { similar: [similarTo("a", stranger)] },
    is: "edge_case",
  },
];

const cluster = (feedback: readonly Feedback[], parts: Partial<ClusterEvidence> = {}): ClusterEvidence => ({
  cluster_id: "cl_1",
  feedback,
  ...parts,
});
const said = (n: number, comment: string, by = "ana", trust: Trust = "person"): Feedback =>
  makeFeedback(n, { comment, author: { id: by, trust } });
const THREE = [
  said(1, "Return an empty list instead of null when nothing was found."),
  said(2, "please return an empty list here, not null", "ben"),
  said(3, "null again; return an empty list", "lint", "reviewer_bot"),
];

/** What every driver of the port promises, while whatever it asks answers well. */
export function describeEvaluator(driver: string, evaluator: () => Evaluator): void {
  describe(`the evaluator: ${driver}`, () => {
    it.each(CLASSES)("003.2 $why: $is", async ({ facts, is }) => {
      const input = makeEvaluation(facts);
      const evaluation = await evaluator().evaluate(input);
      expect(evaluation.classification).toBe(is);
      expect(evaluationSchema.parse(evaluation)).toEqual(evaluation);
      expect(evaluation.feedback_id).toBe(input.facts.feedback_id);
      expect(evaluation.rationale).not.toBe("");
      expect(evaluation.rationale).not.toContain("left out");
      expect((await evaluator().evaluate(input)).classification, "and the same again").toBe(is);
    });

    it("names only feedback that the facts name, for any facts", async () => {
      const author = fc.record({
        id: fc.constantFrom("ana", "ben", "Ana "),
        trust: fc.constantFrom(...TRUSTS),
      });
      const factsArbitrary = fc.record({
        author,
        outcome: fc.constantFrom(...OUTCOMES, null),
        has_correction: fc.boolean(),
        asks_for_change: fc.boolean(),
        similar: fc.array(
          fc.record({ feedback_id: fc.constantFrom("a", "b", "c", "f-new"), author, score: fc.double() }),
          { maxLength: 5 },
        ),
        contradicts: fc.array(fc.constantFrom("x", "y", "f-new"), { maxLength: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(factsArbitrary, async (facts) => {
          const evaluation = await evaluator().evaluate(makeEvaluation(facts));
          const known = new Set<string>(facts.similar.map(({ feedback_id }) => feedback_id));
          expect(evaluationSchema.safeParse(evaluation).success).toBe(true);
          expect(evaluation.similar_feedback_ids.every((id) => known.has(id))).toBe(true);
        }),
        { numRuns: 40 },
      );
    });

    it.each(HOSTILE_TEXTS)("takes words with $why", async ({ text }) => {
      const input = makeEvaluation(
        { similar: [similarTo("a", person("ben"))] },
        { "f-new": text, a: `a ${text}` },
      );
      expect(await evaluator().evaluate(input)).toMatchObject({ classification: "generalizable_high" });
      const answer = await evaluator().draft(cluster([...THREE, said(4, text)]));
      expect(answer.ok || answer.error.code === "wants_words").toBe(true);
    });

    it("evaluates feedback whose words are not known", async () => {
      const { facts } = makeEvaluation({ similar: [similarTo("a", person("ben"))], contradicts: ["x"] });
      expect(await evaluator().evaluate({ facts, words: new Map() })).toMatchObject({
        classification: "ambiguous",
      });
    });

    it("003.4 drafts a rule with all evidence whose authors count", async () => {
      const answer = await evaluator().draft(
        cluster([...THREE, said(4, "return null, always", "mallory", "outsider")]),
      );
      if (!answer.ok) throw new Error(answer.error.message);
      const { rule, evidence, warnings, affected_agents, confidence, summary, why } = answer.value;
      expect(ruleTextSchema.safeParse(rule).success).toBe(true);
      expect(codePoints(rule.text)).toBeLessThanOrEqual(MAX_RULE_TEXT);
      expect(rule.text).toContain("empty list");
      expect(warnings.filter(({ level }) => level === "danger")).toEqual([]);
      expect(evidence).toEqual(THREE.map(({ id }) => id));
      expect(affected_agents).toEqual(["rio"]);
      expect(summary.occurrences).toBe(3);
      expect(confidence).toBeGreaterThan(0.5);
      expect(why).toBe("Said 3 times by 2 people to rio, on 2026-03-01.");
      expect(rule.scope).toEqual({ agents: ["rio"], paths: [] });
    });

    it("takes a rule that somebody wrote beforehand as it is", async () => {
      const text = "Return an empty list.";
      const draft = { ok: true, text, why: "", source: "catalogue", score: 0.9 } as const;
      expect(await evaluator().draft(cluster(THREE, { draft }))).toMatchObject({
        ok: true,
        value: { rule: { text }, source: "catalogue" },
      });
    });

    it.each([
      { why: "of nothing", feedback: [] },
      { why: "of what only outsiders say", feedback: [said(1, "Return null.", "mallory", "outsider")] },
    ])("makes no rule $why", async ({ feedback }) => {
      expect(await evaluator().draft(cluster(feedback))).toMatchObject({
        ok: false,
        error: { code: "no_trusted_evidence" },
      });
    });
  });
}
