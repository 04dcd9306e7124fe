import type { Embedder } from "../../ports/vector-index.ts";

/** Vectors of recurring texts: rules in force and the texts of opposites. */
export type TextVectors = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

const MAX_KEPT = 5_000;

/** Embeds each text once, as long as it is among the most recent. */
export function createTextVectors(embedder: Embedder): TextVectors {
  const kept = new Map<string, Float32Array>();
  return async (texts) => {
    const found = new Map(texts.map((text) => [text, kept.get(text)]));
    const missing = Array.from(found.keys()).filter((text) => found.get(text) === undefined);
    const made = missing.length === 0 ? [] : await embedder.embed(missing);
    for (const [at, text] of missing.entries()) {
      found.set(text, made[at]);
      if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
      kept.set(text, made[at]!);
    }
    return texts.map((text) => found.get(text)!);
  };
}
