// The worker of the threaded embedder: opens the model on the first request and handles one request at a time.
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { EmbeddingError } from "./embedding-error.ts";
import { openEngine } from "./open-engine.ts";
import type { ThreadAnswer, ThreadRequest } from "./threaded-embedder.ts";

// Learning can wait, requests cannot. On other systems this would slow the whole process.
try {
  if (process.platform === "linux") setPriority(10);
} catch {
  // Some systems do not allow it.
}

const opening = openEngine((workerData as { readonly path: string }).path);
// Every request reports that the model cannot be opened.
opening.catch(() => undefined);

async function answer({ id, texts }: ThreadRequest): Promise<ThreadAnswer> {
  try {
    const vectors: Float32Array<ArrayBuffer>[] = [];
    for (const batch of (await opening).batches(texts)) vectors.push(...batch);
    return { id, vectors };
  } catch (error) {
    const code = error instanceof EmbeddingError ? error.code : "embedder_stopped";
    return { id, code, message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort!.on("message", (request: ThreadRequest) => {
  void answer(request).then((reply) =>
    parentPort!.postMessage(reply, "vectors" in reply ? reply.vectors.map(({ buffer }) => buffer) : []),
  );
});
