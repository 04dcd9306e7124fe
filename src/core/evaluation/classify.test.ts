import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Trust } from "../feedback/feedback.ts";
import { fromJsonl } from "../feedback/from-jsonl.ts";
import { classify } from "./classify.ts";
import { type EvaluationFacts, evaluationFacts, type SimilarFeedback } from "./evaluation-facts.ts";
import { evaluationSchema } from "./evaluation-schema.ts";

const like = (id: string, author = "ana", trust: Trust = "person"): SimilarFeedback => ({
  feedback_id: id,
  author: { id: author, trust },
  score: 0.9,
});

const facts = (parts: Partial<EvaluationFacts> = {}): EvaluationFacts => ({
  feedback_id: "fb_new",
  author: { id: "ana", trust: "person" },
  agent: "rio",
  outcome: "rejected",
  has_correction: false,
  asks_for_change: true,
  similar: [],
  contradicts: [],
  covered_by: null,
  ...parts,
});

describe("003.2 classify", () => {
  it.each<{ why: string; parts: Partial<EvaluationFacts>; as: string; action: string | null }>([
    { why: "exactly one occurrence", parts: {}, as: "edge_case", action: "DOCUMENT_ONLY" },
    {
      why: "exactly two, by one person",
      parts: { similar: [like("fb_1")] },
      as: "generalizable_low",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "exactly three, by one person",
      parts: { similar: [like("fb_1"), like("fb_2")] },
      as: "generalizable_high",
      action: "CREATE_RULE",
    },
    {
      why: "two, by two people in the same words",
      parts: { similar: [{ ...like("fb_1", "ben"), same_words: true }] },
      as: "generalizable_high",
      action: "CREATE_RULE",
    },
    {
      why: "two, by two people in words of their own",
      parts: { similar: [like("fb_1", "ben")] },
      as: "generalizable_low",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "two, by one person in the same words",
      parts: { similar: [{ ...like("fb_1"), same_words: true }] },
      as: "generalizable_low",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "another spelling of ana is ana",
      parts: { similar: [like("fb_1", "Ana ")] },
      as: "generalizable_low",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "a contradiction comes first",
      parts: { contradicts: ["fb_0"], similar: [like("fb_1", "ben"), like("fb_2")] },
      as: "ambiguous",
      action: null,
    },
    {
      why: "even before a clean approval",
      parts: { contradicts: ["fb_0"], outcome: "approved", asks_for_change: false },
      as: "ambiguous",
      action: null,
    },
    {
      why: "a clean approval",
      parts: { outcome: "approved", asks_for_change: false },
      as: "positive",
      action: null,
    },
    {
      why: "a clean approval of what recurs",
      parts: { outcome: "approved", asks_for_change: false, similar: [like("fb_1"), like("fb_2")] },
      as: "positive",
      action: null,
    },
    {
      why: "approved, and yet something is asked for",
      parts: { outcome: "approved" },
      as: "edge_case",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "approved with a correction is not clean",
      parts: { outcome: "approved", asks_for_change: false, has_correction: true },
      as: "edge_case",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "approved with changes is not clean",
      parts: { outcome: "approved_with_changes", asks_for_change: false },
      as: "edge_case",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "two bots are two occurrences and no two reviewers",
      parts: {
        author: { id: "lint", trust: "reviewer_bot" },
        similar: [like("fb_1", "scan", "reviewer_bot")],
      },
      as: "generalizable_low",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "a bot and a person are one person",
      parts: { similar: [like("fb_1", "scan", "reviewer_bot")] },
      as: "generalizable_low",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "three tools make a pattern",
      parts: {
        author: { id: "ci", trust: "tool" },
        similar: [like("fb_1", "ci", "tool"), like("fb_2", "ci", "tool")],
      },
      as: "generalizable_high",
      action: "CREATE_RULE",
    },
    {
      why: "outsiders count for nothing",
      parts: { similar: [like("fb_1", "eve", "outsider"), like("fb_2", "eve", "outsider")] },
      as: "edge_case",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "an outsider's own words are kept, whatever they are like",
      parts: {
        author: { id: "eve", trust: "outsider" },
        contradicts: ["fb_0"],
        similar: [like("fb_1"), like("fb_2", "ben")],
      },
      as: "edge_case",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "itself among the similar ones is no second",
      parts: { similar: [like("fb_new"), like("fb_1"), like("fb_1")] },
      as: "generalizable_low",
      action: "DOCUMENT_ONLY",
    },
    {
      why: "a rule is there, and did not help",
      parts: {
        similar: [like("fb_1"), like("fb_2")],
        covered_by: { rule_id: "ru_1", insertion_point: "learned_rules" },
      },
      as: "generalizable_high",
      action: "REFINE_PROMPT",
    },
    {
      why: "a skill is there, and did not help",
      parts: {
        similar: [like("fb_1"), like("fb_2")],
        covered_by: { rule_id: "ru_1", insertion_point: "skill:review" },
      },
      as: "generalizable_high",
      action: "UPDATE_SKILL",
    },
  ])("$as: $why", ({ parts, as, action }) => {
    const evaluation = classify(facts(parts));
    expect(evaluation.classification).toBe(as);
    expect(evaluation.proposed_action?.action_type ?? null).toBe(action);
    expect(evaluationSchema.parse(evaluation)).toEqual(evaluation);
  });

  it("takes the number of occurrences and reviewers from the policy", () => {
    const similar = [like("fb_1"), like("fb_2")];
    expect(classify(facts({ similar }), { occurrences: 4, reviewers: 2 }).classification).toBe(
      "generalizable_low",
    );
    expect(
      classify(facts({ similar: [like("fb_1", "ben")] }), { occurrences: 3, reviewers: 3 }).classification,
    ).toBe("generalizable_low");
  });

  it("says why in plain words, and is surer with more", () => {
    const three = classify(facts({ similar: [like("fb_1"), like("fb_2", "ben")] }));
    expect(three.rationale).toBe("3 occurrences, and 2 people said so");
    expect(classify(facts({ similar: [like("fb_1")] })).rationale).toBe(
      "2 occurrences, and one person said so; 3 times, or 2 people in the same words, would make it a pattern",
    );
    expect(three.confidence).toBeGreaterThan(
      classify(facts({ similar: [like("fb_1"), like("fb_2")] })).confidence,
    );
  });

  it("names those that say the same, the most similar first", () => {
    const similar = [
      { ...like("fb_1"), score: 0.8 },
      { ...like("fb_2"), score: 0.95 },
    ];
    expect(classify(facts({ similar })).similar_feedback_ids).toEqual(["fb_2", "fb_1"]);
  });

  it("never takes a pattern from more outsiders, and does not depend on the order", () => {
    const other = fc.record({
      feedback_id: fc.constantFrom("a", "b", "c", "d", "e"),
      author: fc.record({
        id: fc.constantFrom("ana", "ben"),
        trust: fc.constantFrom<Trust>("person", "reviewer_bot", "tool"),
      }),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(other, { selector: ({ feedback_id }) => feedback_id }),
        fc.nat(9),
        (similar, outsiders) => {
          const noise = Array.from({ length: outsiders }, (_, at) =>
            like(`out${at}`, `eve${at}`, "outsider"),
          );
          const plain = classify(facts({ similar }));
          const noisy = classify(facts({ similar: [...noise, ...similar] }));
          expect([noisy.classification, noisy.confidence]).toEqual([plain.classification, plain.confidence]);
          expect(classify(facts({ similar: similar.toReversed() }))).toEqual(plain);
        },
      ),
    );
  });
});

describe("evaluationFacts", () => {
  it.each<{ why: string; comment: string; asks: boolean }>([
    { why: "praise asks for nothing", comment: "Looks great, thanks!", asks: false },
    { why: "a remark with a change does", comment: "Please rename `x` to `count`.", asks: true },
  ])("$why", ({ comment, asks }) => {
    const [record] = fromJsonl(
      { id: "1", agent: "rio", outcome: "approved", comment },
      { now: "2026-03-10T11:42:00Z" },
    ).feedback;
    expect(evaluationFacts(record!, { similar: [], contradicts: [] })).toMatchObject({
      asks_for_change: asks,
      agent: "rio",
      outcome: "approved",
      covered_by: null,
    });
  });
});

describe("17.5 classify, with a rule in force or a contradiction", () => {
  const covered = { rule_id: "ru_1", insertion_point: "agent-prompt" };

  it.each<{ why: string; parts: Partial<EvaluationFacts>; as: string; action: unknown; says: RegExp }>([
    {
      why: "a recurrence that was said once",
      parts: { covered_by: covered },
      as: "generalizable_high",
      action: { action_type: "REFINE_PROMPT", proposal_id: null },
      says: /happened again although rule ru_1/,
    },
    {
      why: "what the rule was made of",
      parts: { covered_by: { ...covered, earlier: true } },
      as: "generalizable_high",
      action: { action_type: "CREATE_RULE", proposal_id: "ru_1" },
      says: /covered by rule ru_1, which is in force/,
    },
    {
      why: "a convention whose rule is in force",
      parts: { convention: true, covered_by: { ...covered, earlier: true } },
      as: "generalizable_high",
      action: { proposal_id: "ru_1" },
      says: /covered by rule/,
    },
    {
      why: "a contradiction first, whatever covers it",
      parts: { covered_by: covered, contradicts: ["fb_9"], outcome: "approved", asks_for_change: false },
      as: "ambiguous",
      action: null,
      says: /contradicts an earlier decision about the same thing/,
    },
    {
      why: "the decision about the same output is named, and when it was",
      parts: {
        contradicts: ["fb_8", "fb_9"],
        contradicted: [
          { feedback_id: "fb_8", time: "2026-03-02T00:00:00.000Z", outcome: null, same_output: false },
          { feedback_id: "fb_9", time: "2026-03-01T00:00:00.000Z", outcome: "rejected", same_output: true },
        ],
      },
      as: "ambiguous",
      action: null,
      says: /\(fb_9 and 1 more\): the same output was rejected on 2026-03-01/,
    },
  ])("$why", ({ parts, as, action, says }) => {
    const made = classify(facts(parts));
    expect(made.classification).toBe(as);
    expect({ action: made.proposed_action }).toMatchObject({ action });
    expect(made.rationale).toMatch(says);
    expect(made.covered_by).toBe(as === "ambiguous" ? undefined : "ru_1");
    expect(made.contradicts).toEqual(as === "ambiguous" ? parts.contradicts : undefined);
    expect(evaluationSchema.parse(made)).toEqual(made);
  });
});
