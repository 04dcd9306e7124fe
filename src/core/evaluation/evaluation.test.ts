import { describe, expect, it } from "vitest";
import { eraseFromEvaluation, EVALUATION_SCHEMA, type EvaluationRecord, standingOf } from "./evaluation.ts";
import { evaluationRecordSchema } from "./evaluation-schema.ts";

const TIME = "2026-03-01T09:00:00.000Z";
const RECORD: EvaluationRecord = {
  schema: EVALUATION_SCHEMA,
  feedback_id: "fb_1",
  revision: 2,
  evaluation: {
    feedback_id: "fb_1",
    classification: "ambiguous",
    confidence: 0.6,
    rationale: "contradicts an earlier decision",
    similar_feedback_ids: [],
    proposed_action: null,
  },
  resolution: { as: "ignore", by: "ana", at: TIME, reason: "I said so." },
  evaluated_at: TIME,
  updated_at: TIME,
};

describe("eraseFromEvaluation", () => {
  it("forgets who resolved it and their words, and keeps what they decided", () => {
    const erased = eraseFromEvaluation(RECORD, "ana");
    expect(erased).toEqual({
      ...RECORD,
      revision: 3,
      resolution: { as: "ignore", by: "erased", at: TIME, reason: "" },
    });
    expect(standingOf(erased)).toBe("ignored");
    expect(evaluationRecordSchema.safeParse(erased).success).toBe(true);
  });

  it.each([
    { record: RECORD, who: "ben", why: "another person resolved it" },
    { record: { ...RECORD, resolution: null }, who: "ana", why: "nobody resolved it" },
    { record: eraseFromEvaluation(RECORD, "ana"), who: "erased", why: "whoever did is erased" },
  ])("changes nothing where $why", ({ record, who }) => {
    expect(eraseFromEvaluation(record, who)).toBe(record);
  });
});
