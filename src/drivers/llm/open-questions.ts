import { isEvidence } from "../../core/feedback/kind-of-feedback.ts";
import type { EvaluationFacts } from "../../core/evaluation/evaluation-facts.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";
import type { EvaluationInput } from "../../ports/evaluator.ts";

/** What the facts leave open, by feedback id. */
export interface OpenQuestions {
  /** Does it really contradict this one? */
  readonly contradicts: readonly string[];
  /** Is this one really about the same mistake? */
  readonly similar: readonly string[];
}

/** Similarity from this score on is settled, and a model cannot deny it. */
const SETTLED_SCORE = 0.85;
/** Per kind. Beyond it, the facts stand as they are. */
const MAX_ASKED = 20;

/**
 * What to ask a model about one evaluation. Outsiders' words count for nothing and are never shown to it, and what
 * cannot change the result is not asked.
 */
export function openQuestions({ facts, words }: EvaluationInput): OpenQuestions {
  const speaks = (id: string): boolean => (words.get(id) ?? "").trim() !== "";
  if (!isEvidence(facts) || !speaks(facts.feedback_id)) return { contradicts: [], similar: [] };
  if (facts.kind !== undefined) return { contradicts: [], similar: [] };
  const clean = facts.outcome === "approved" && !facts.has_correction && !facts.asks_for_change;
  const unsure = clean ? [] : countedSimilar(facts).filter(({ score }) => !(score >= SETTLED_SCORE));
  return {
    contradicts: [...new Set(facts.contradicts)].filter(speaks).slice(0, MAX_ASKED),
    similar: unsure
      .map(({ feedback_id }) => feedback_id)
      .filter(speaks)
      .slice(-MAX_ASKED),
  };
}

/** Each once, most similar first, without outsiders and the evaluated record itself. */
export function countedSimilar(facts: EvaluationFacts): EvaluationFacts["similar"] {
  const seen = new Set([facts.feedback_id]);
  return facts.similar
    .toSorted((a, b) => b.score - a.score || byCodeUnits(a.feedback_id, b.feedback_id))
    .filter(({ feedback_id }) => !seen.has(feedback_id) && seen.add(feedback_id))
    .filter(({ author }) => author.trust !== "outsider");
}

/** The facts without what was discarded: a model can only remove, never add. */
export function withoutDiscarded(facts: EvaluationFacts, discarded: OpenQuestions): EvaluationFacts {
  const [contradicts, similar] = [new Set(discarded.contradicts), new Set(discarded.similar)];
  return {
    ...facts,
    contradicts: facts.contradicts.filter((id) => !contradicts.has(id)),
    similar: facts.similar.filter(({ feedback_id }) => !similar.has(feedback_id)),
  };
}
