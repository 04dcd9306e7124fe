import { z } from "zod";

const answer = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()) })),
});

export type EmbeddingsReading =
  | { readonly state: "read"; readonly vectors: readonly Float32Array[] }
  | { readonly state: "unfit"; readonly reason: string };

/** A response as unit vectors in the order of the texts, or why it is unusable. */
export function readEmbeddings(
  body: string,
  count: number,
  dimensions: number | undefined,
): EmbeddingsReading {
  const unfit = (reason: string): EmbeddingsReading => ({ state: "unfit", reason });
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return unfit("it is not JSON");
  }
  const parsed = answer.safeParse(value);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join(".") ?? "";
    return unfit(`it is not a list of embeddings${path === "" ? "" : ` at ${path}`}`);
  }
  const { data } = parsed.data;
  if (data.length !== count) return unfit(`it has ${data.length} vectors for ${count} texts`);
  const length = dimensions ?? data[0]?.embedding.length ?? 0;
  const vectors: Float32Array[] = [];
  for (const { index, embedding } of data) {
    if (index >= count || vectors[index] !== undefined)
      return unfit(`it has a vector with index ${index}, which is out of range or a duplicate`);
    if (embedding.length !== length)
      return unfit(`a vector has ${embedding.length} numbers instead of ${length}`);
    const vector = unit(embedding);
    if (vector === undefined) return unfit("a vector has length zero");
    vectors[index] = vector;
  }
  return { state: "read", vectors };
}

function unit(values: readonly number[]): Float32Array | undefined {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0 || !Number.isFinite(largest)) return undefined;
  // Scaled first, because squares of very large or small numbers overflow or vanish.
  const scaled = values.map((value) => value / largest);
  const length = Math.sqrt(scaled.reduce((total, value) => total + value * value, 0));
  return Float32Array.from(scaled, (value) => value / length);
}
