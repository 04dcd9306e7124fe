import type { SimilarFeedback } from "../../core/evaluation/evaluation-facts.ts";
import { areSameWords, meaningWords } from "../../core/evaluation/recurs.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Near } from "./find-neighbours.ts";

interface SimilarParts {
  readonly clusters: Pick<ClusterStore, "members">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
}

/** Feedback that says the same which an evaluation names. */
const SIMILAR = 20;
/** With more others than this it recurs whatever their words are, unless a team asks for many. */
const COMPARED = 4;

/** The other members of a cluster, and whether they are in the same words. */
export async function listSimilar(
  { clusters, feedback }: SimilarParts,
  cluster: string,
  record: Feedback,
  near: readonly Near[],
): Promise<readonly SimilarFeedback[]> {
  const page = await clusters.members(cluster, { limit: SIMILAR + 1 });
  const items = page.items.filter(({ feedback_id }) => feedback_id !== record.id).slice(0, SIMILAR);
  const compared = items.length > COMPARED ? [] : items.map(({ feedback_id }) => feedback_id);
  const texts = new Map(near.map((one) => [one.feedback_id, one.feedback.similarity_text]));
  const missing = compared.filter((id) => !texts.has(id));
  for (const { id, similarity_text } of missing.length === 0 ? [] : await feedback.findAll(missing)) {
    texts.set(id, similarity_text);
  }
  const own = compared.length === 0 ? new Set<string>() : meaningWords(record.similarity_text);
  return items.map(({ feedback_id, author, trust, score }) => ({
    feedback_id,
    author: { id: author, trust },
    score,
    ...(compared.includes(feedback_id)
      ? { same_words: areSameWords(own, meaningWords(texts.get(feedback_id) ?? "")) }
      : {}),
  }));
}
