import { setImmediate } from "node:timers/promises";
import type { Embedder } from "../../ports/vector-index.ts";
import { locateModel } from "./locate-model.ts";
import { MODEL_DIMENSIONS, MODEL_NAME } from "./model-name.ts";
import { openEngine, type Engine } from "./open-engine.ts";

export interface LocalEmbedderOptions {
  /** Left out, the model of this installation. */
  readonly modelPath?: string;
}

/**
 * The embedder without a network: Emend's own model in this process. Loads the model with the first text, and yields
 * to the event loop between batches.
 */
export function createLocalEmbedder(options: LocalEmbedderOptions = {}): Embedder {
  let opening: Promise<Engine> | undefined;
  const engine = (): Promise<Engine> => {
    opening ??= open(options.modelPath).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    name: MODEL_NAME,
    dimensions: MODEL_DIMENSIONS,
    embed: async (texts) => {
      if (texts.length === 0) return [];
      const vectors: Float32Array[] = [];
      for (const batch of (await engine()).batches(texts)) {
        vectors.push(...batch);
        if (vectors.length < texts.length) await setImmediate();
      }
      return vectors;
    },
    close: async () => {
      opening = undefined;
    },
  };
}

const open = async (path: string | undefined): Promise<Engine> => openEngine(path ?? (await locateModel()));
