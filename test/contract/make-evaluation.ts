import type { EvaluationFacts, SimilarFeedback } from "../../src/core/evaluation/evaluation-facts.ts";
import type { FeedbackAuthor } from "../../src/core/feedback/feedback.ts";
import type { EvaluationInput } from "../../src/ports/evaluator.ts";

export const person = (id: string): FeedbackAuthor => ({ id, trust: "person" });

export const similarTo = (id: string, author: FeedbackAuthor, score = 0.8): SimilarFeedback => ({
  feedback_id: id,
  author,
  score,
  same_words: true,
});

/** Facts of a rejection that asks for a change, with words for all that it names unless others are given. */
export function makeEvaluation(
  parts: Partial<EvaluationFacts> = {},
  said: Readonly<Record<string, string>> = {},
): EvaluationInput {
  const facts: EvaluationFacts = {
    feedback_id: "f-new",
    author: person("ana"),
    agent: "rio",
    outcome: "rejected",
    has_correction: false,
    asks_for_change: true,
    similar: [],
    contradicts: [],
    covered_by: null,
    ...parts,
  };
  const ids = [
    facts.feedback_id,
    ...facts.contradicts,
    ...facts.similar.map(({ feedback_id }) => feedback_id),
  ];
  return {
    facts,
    words: new Map(ids.map((id) => [id, said[id] ?? `Return an empty list here, not null (${id}).`])),
  };
}
