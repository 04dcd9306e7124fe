import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import type { Embedder } from "../src/ports/vector-index.ts";

/** The local model, which embeds each text once however often a test asks. */
export function createKnownEmbedder(): Embedder {
  const local = createLocalEmbedder();
  const known = new Map<string, Promise<Float32Array>>();
  return {
    ...local,
    embed: (texts) =>
      Promise.all(
        texts.map((text) => {
          const vector = known.get(text) ?? local.embed([text]).then(([made]) => made!);
          known.set(text, vector);
          return vector;
        }),
      ),
  };
}
