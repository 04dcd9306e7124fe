import type { PastCorrection } from "../../core/correction/past-correction.ts";
import { plainRemark } from "../../core/feedback/kind-of-feedback.ts";
import { hash64 } from "../../core/hash.ts";
import { isJsonObject, parseJson } from "../../core/json/json.ts";
import type { LearnCache } from "../../ports/learn-cache.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import type { Remark } from "./find-recurring-remarks.ts";
import { decodeVector, encodeVector } from "./vector-text.ts";

/** A remark's subject comes early; the rest is detail. */
const MAX_READ = 300;
const MIN_WORDS = 3;
const TEXTS_AT_ONCE = 64;
/** Whoever stops a long run does not want to embed everything again. */
const KEEP_EVERY = 32 * TEXTS_AT_ONCE;

/** The text by which a remark is compared: its prose, without listings, quotations and markup. */
export const comparedText = ({ remark }: PastCorrection): string => plainRemark(remark).slice(0, MAX_READ);

/** The corrections that say something, with their vectors. A vector is kept for the next time. */
export const embedRemarks =
  ({ embedder, cache }: { readonly embedder: Embedder; readonly cache?: LearnCache }) =>
  async (
    corrections: readonly PastCorrection[],
    onProgress: (done: number, of: number) => void,
  ): Promise<readonly Remark[]> => {
    const spoken = corrections
      .map((correction) => ({ correction, text: comparedText(correction) }))
      .filter(({ text }) => text.split(" ").length >= MIN_WORDS);
    if (spoken.length === 0) return [];
    const key = `vectors ${embedder.name} ${[...new Set(spoken.map(({ correction }) => correction.project))].toSorted().join("\n")}`;
    const kept = parseJson((await cache?.find(key)) ?? "{}");
    const known = new Map(isJsonObject(kept) ? Object.entries(kept as Record<string, string>) : []);
    const vectors = new Map<string, Float32Array>();
    for (const { text } of spoken) {
      const vector = known.get(hash64(text));
      if (vector !== undefined) vectors.set(text, decodeVector(vector));
    }
    const missing = [...new Set(spoken.map(({ text }) => text))].filter((text) => !vectors.has(text));
    const keep = async (): Promise<void> => {
      const all = [...vectors].map(([text, vector]) => [hash64(text), encodeVector(vector)]);
      await cache?.keep(key, JSON.stringify(Object.fromEntries(all)));
    };
    for (let start = 0; start < missing.length; start += TEXTS_AT_ONCE) {
      const some = missing.slice(start, start + TEXTS_AT_ONCE);
      const embedded = await embedder.embed(some);
      for (const [at, text] of some.entries()) vectors.set(text, embedded[at]!);
      onProgress(Math.min(missing.length, start + TEXTS_AT_ONCE), missing.length);
      if (start % KEEP_EVERY === KEEP_EVERY - TEXTS_AT_ONCE) await keep();
    }
    if (missing.length > 0) await keep();
    return spoken.map(({ correction, text }) => ({ correction, text, vector: vectors.get(text)! }));
  };
