import { createEncoder, ENCODER_ROOM, MAX_ROWS } from "./encoder.ts";
import { startKernel } from "./kernel.ts";
import { loadModel } from "./load-model.ts";
import { createWordPieces } from "./word-pieces.ts";

/** A model in memory: texts in, vectors out, a batch at a time. */
export interface Engine {
  /** Yields the vectors of the texts in order, in batches; each batch holds the thread for some milliseconds. */
  batches(texts: readonly string[]): Generator<readonly Float32Array<ArrayBuffer>[]>;
}

export async function openEngine(path: string): Promise<Engine> {
  const { header, memory } = await loadModel(path, ENCODER_ROOM);
  const encoder = createEncoder(await startKernel(memory), header, memory);
  const [start, length] = header.tensors["vocabulary"]!;
  const vocabulary = Buffer.from(memory.buffer, start, length).toString().split("\n");
  const pieces = createWordPieces(vocabulary, header.tokens);
  return {
    *batches(texts) {
      let batch: Uint32Array[] = [];
      let rows = 0;
      for (const text of texts) {
        const next = pieces(text);
        if (rows > 0 && rows + next.length > MAX_ROWS) {
          yield encoder.encode(batch);
          batch = [];
          rows = 0;
        }
        batch.push(next);
        rows += next.length;
      }
      if (batch.length > 0) yield encoder.encode(batch);
    },
  };
}
