import { readModelSources } from "../model/model-sources.ts";
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { createWordPieces } from "../src/drivers/embedding/word-pieces.ts";
import { createReference } from "./reference-embedder.ts";

export interface Likeness {
  readonly mean: number;
  readonly min: number;
}

/** How near the shipped model's vectors are to those of the same weights in full, as cosines. */
export async function compareWithReference(texts: readonly string[]): Promise<Likeness> {
  const sources = readModelSources();
  const { model } = JSON.parse(sources.base.tokenizer) as {
    model: { vocab: Readonly<Record<string, number>> };
  };
  const pieces = createWordPieces(
    Object.keys(model.vocab).toSorted((a, b) => model.vocab[a]! - model.vocab[b]!),
    96,
  );
  const reference = createReference(sources);
  const vectors = await createLocalEmbedder().embed(texts);
  const cosines = texts.map((text, at) =>
    reference(Array.from(pieces(text))).reduce(
      (sum, value, column) => sum + value * vectors[at]![column]!,
      0,
    ),
  );
  return {
    mean: cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length,
    min: Math.min(...cosines),
  };
}
