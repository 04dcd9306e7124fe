import { Worker } from "node:worker_threads";
import type { Embedder } from "../../ports/vector-index.ts";
import { EmbeddingError, type EmbeddingErrorCode } from "./embedding-error.ts";
import type { LocalEmbedderOptions } from "./local-embedder.ts";
import { locateModel } from "./locate-model.ts";
import { MODEL_DIMENSIONS, MODEL_NAME } from "./model-name.ts";
import { MAX_TEXT_LENGTH } from "./word-pieces.ts";

export interface ThreadRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

export type ThreadAnswer =
  | { readonly id: number; readonly vectors: readonly Float32Array<ArrayBuffer>[] }
  | { readonly id: number; readonly code: EmbeddingErrorCode; readonly message: string };

interface Waiting {
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** The local embedder on its own thread, for a process that must respond while texts are embedded. */
export function createThreadedEmbedder(options: LocalEmbedderOptions = {}): Embedder {
  let starting: Promise<Thread> | undefined;
  let requests = 0;
  const thread = (): Promise<Thread> => {
    if (starting !== undefined) return starting;
    const started = start(options.modelPath, () => {
      if (starting === started) starting = undefined;
    });
    starting = started;
    return started;
  };
  return {
    name: MODEL_NAME,
    dimensions: MODEL_DIMENSIONS,
    embed: async (texts) => {
      if (texts.length === 0) return [];
      const { worker, waiting } = await thread();
      requests += 1;
      const request: ThreadRequest = {
        id: requests,
        texts: texts.map((text) => text.slice(0, MAX_TEXT_LENGTH)),
      };
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        // Only a request keeps the process alive, not the thread itself.
        worker.ref();
        worker.postMessage(request, []);
      });
    },
    close: async () => {
      const ending = starting;
      starting = undefined;
      const open = await ending?.catch(() => undefined);
      await open?.worker.terminate();
    },
  };
}

async function start(modelPath: string | undefined, forget: () => void): Promise<Thread> {
  const path =
    modelPath ??
    (await locateModel().catch((error: unknown) => {
      forget();
      throw error;
    }));
  const worker = new Worker(new URL(workerFile(import.meta.url), import.meta.url), { workerData: { path } });
  const waiting = new Map<number, Waiting>();
  worker.unref();
  worker.on("message", (answer: ThreadAnswer) => {
    // Under `node --watch`, Node also sends the names of the worker's files this way.
    const request = waiting.get(answer.id);
    if (request === undefined) return;
    const { resolve, reject } = request;
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if ("vectors" in answer) resolve(answer.vectors);
    else reject(new EmbeddingError(answer.code, answer.message));
  });
  const end = (cause?: unknown): void => {
    forget();
    const error = new EmbeddingError(
      "embedder_stopped",
      "the embedder was stopped; embed the texts again",
      cause,
    );
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on("error", end);
  worker.on("exit", () => end());
  return { worker, waiting };
}

/** Built code is beside built code, and sources beside sources. */
const workerFile = (from: string): string => `./embedding-worker.${from.endsWith(".ts") ? "ts" : "js"}`;
