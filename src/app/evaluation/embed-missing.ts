import type { Feedback } from "../../core/feedback/feedback.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";

interface EmbedParts {
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly vectors: Pick<VectorIndex, "get" | "put" | "remove">;
  readonly embedder: Embedder;
}

/**
 * The vectors of those that have words. They are kept apart from evaluations: a store that was rebuilt has those and
 * not these, and an embedder that was changed begins without any.
 */
export async function embedMissing(
  { embedder, feedback, vectors }: EmbedParts,
  records: readonly Feedback[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const worded = records.filter(({ similarity_text }) => similarity_text.trim() !== "");
  const known = new Map(await vectors.get(worded.map(({ id }) => id)));
  const missing = worded.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return known;
  const made = await embedder.embed(missing.map(({ similarity_text }) => similarity_text));
  const entries = missing.map(({ id }, at) => ({ id, vector: made[at]! }));
  await vectors.put(entries);
  // Whoever deleted or erased a record while its words were embedded found no vector to remove.
  const present = await feedback.findAll(missing.map(({ id }) => id));
  const texts = new Map(present.map(({ id, similarity_text }) => [id, similarity_text]));
  const gone = missing.filter(({ id, similarity_text }) => texts.get(id) !== similarity_text);
  if (gone.length > 0) await vectors.remove(gone.map(({ id }) => id));
  for (const { id, vector } of entries) known.set(id, vector);
  for (const { id } of gone) known.delete(id);
  return known;
}
