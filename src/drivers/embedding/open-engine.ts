import { createEncoder, ENCODER_ROOM, MAX_ROWS } from "./encoder.ts";
import { startKernel } from "./kernel.ts";
import { createWordPieces } from "./word-pieces.ts";
import { Memory, PAGE, type WasmMemory } from "../wasm/web-assembly.ts";
import { open, type FileHandle } from "node:fs/promises";
import { EmbeddingError } from "./embedding-error.ts";
import {
  MODEL_DIGEST_AT,
  MODEL_LENGTH_AT,
  MODEL_MAGIC,
  MODEL_START,
  modelDigest,
  payloadStart,
  type ModelHeader,
} from "./model-file.ts";
import { MODEL_NAME } from "./model-name.ts";

/** A model in memory: texts in, vectors out, one batch at a time. */
export interface Engine {
  /** Yields the vectors of the texts in order, in batches. Each batch blocks the thread for some milliseconds. */
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

const LARGEST_HEADER = 1_048_576;

interface LoadedModel {
  readonly header: ModelHeader;
  /** The payload from the first byte on, followed by the requested working memory. */
  readonly memory: WasmMemory;
}

/** Reads a model directly into the kernel's memory and verifies it. */
async function loadModel(path: string, room: number): Promise<LoadedModel> {
  const file = await open(path).catch((cause: unknown) => {
    throw new EmbeddingError("model_missing", `the model ${path} cannot be opened; reinstall Emend`, cause);
  });
  try {
    return await read(file, path, room);
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, path: string, room: number): Promise<LoadedModel> {
  const damaged = (): EmbeddingError =>
    new EmbeddingError("model_damaged", `${path} is incomplete; reinstall Emend`);
  const { size } = await file.stat();
  const start = Buffer.alloc(MODEL_START);
  await fill(file, start, 0);
  const headerBytes = start.readUInt32LE(MODEL_LENGTH_AT);
  if (start.toString("latin1", 0, 8) !== MODEL_MAGIC || headerBytes > LARGEST_HEADER) throw damaged();
  const payload = size - payloadStart(headerBytes);
  if (payload <= 0) throw damaged();
  const header = Buffer.alloc(payloadStart(headerBytes) - MODEL_START);
  await fill(file, header, MODEL_START);
  const memory = new Memory({ initial: Math.ceil((payload + room) / PAGE) });
  const bytes = new Uint8Array(memory.buffer, 0, payload);
  await fill(file, bytes, size - payload);
  if (!modelDigest(header, bytes).equals(start.subarray(MODEL_DIGEST_AT))) throw damaged();
  // The digest matches, so the header is what the build wrote.
  const about = JSON.parse(header.toString("utf8", 0, headerBytes)) as ModelHeader;
  if (about.name !== MODEL_NAME)
    throw new EmbeddingError(
      "model_mismatch",
      `${path} contains the model ${about.name}, but this version of Emend needs ${MODEL_NAME}; reinstall Emend`,
    );
  return { header: about, memory };
}

/** If the file ends early the rest stays zero, which the digest detects. */
async function fill(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, position + at);
    if (bytesRead === 0) return;
    at += bytesRead;
  }
}
