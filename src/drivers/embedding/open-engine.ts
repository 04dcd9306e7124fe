import { startKernel, type Kernel } from "./kernel.ts";
import { createWordPieces } from "./word-pieces.ts";
import { Memory, PAGE, type WasmMemory } from "../wasm/web-assembly.ts";
import { open, type FileHandle } from "node:fs/promises";
import { EmbeddingError } from "./embedding-error.ts";
import { MODEL_NAME, MODEL_DIMENSIONS } from "./model-name.ts";
import { createHash } from "node:crypto";

/**
 * A model as one file: `magic`, the length of the header (four bytes, and four that are zero), the SHA-256 of all that
 * follows it, the header as JSON, then the tensors, each at a multiple of 64 bytes. Little-endian throughout.
 */
export const MODEL_MAGIC = "EMENDVEC";

export const MODEL_LENGTH_AT = 8;

export const MODEL_DIGEST_AT = 16;

export const MODEL_START = 48;

const MODEL_ALIGNMENT = 64;

export const alignModel = (offset: number): number => Math.ceil(offset / MODEL_ALIGNMENT) * MODEL_ALIGNMENT;

/** Where the payload begins behind a header of this many bytes. */
export const payloadStart = (headerBytes: number): number => alignModel(MODEL_START + headerBytes);

/**
 * The most tokens that are worked on together, and no less than one text may have: enough to read the weights seldom,
 * few enough to let others have their turn after some 30 ms.
 */
const MAX_ROWS = 96;

const WIDE = MODEL_DIMENSIONS * 4;

const HEAD_SCRATCH = 33;

/** What is worked with, by bytes; four-byte numbers but for `whole`, which has two. */
const ROOM = {
  ids: MAX_ROWS * 4,
  positions: MAX_ROWS * 4,
  hidden: MAX_ROWS * MODEL_DIMENSIONS * 4,
  /** Also what a layer adds to `hidden`. */
  context: MAX_ROWS * MODEL_DIMENSIONS * 4,
  /** Query, key and value, and later the wide middle of a layer. */
  inner: MAX_ROWS * WIDE * 4,
  whole: MAX_ROWS * WIDE * 2,
  scales: MAX_ROWS * 4,
  scratch: (MAX_ROWS + 4) * HEAD_SCRATCH * 4,
  vector: MODEL_DIMENSIONS * 4,
} as const;

/** How many bytes the encoder needs behind the model. */
const ENCODER_ROOM = Object.values(ROOM).reduce((total, size) => total + alignModel(size), 64);

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

const LARGEST_HEADER = 1_048_576;

interface LoadedModel {
  readonly header: ModelHeader;
  /** The payload, from the first byte on, and behind it the room that was asked for. */
  readonly memory: WasmMemory;
}

/** Reads a model straight into the memory that the kernel works in, and checks that it is whole. */
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
  // Its digest is right, so it is what the build wrote.
  const about = JSON.parse(header.toString("utf8", 0, headerBytes)) as ModelHeader;
  if (about.name !== MODEL_NAME)
    throw new EmbeddingError(
      "model_mismatch",
      `${path} contains the model ${about.name}, but this version of Emend needs ${MODEL_NAME}; reinstall Emend`,
    );
  return { header: about, memory };
}

/** Where the file ends early the rest stays zero, which the digest tells. */
async function fill(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, position + at);
    if (bytesRead === 0) return;
    at += bytesRead;
  }
}

interface Encoder {
  /** One vector per text; together they have at most MAX_ROWS tokens. */
  encode(texts: readonly Uint32Array[]): readonly Float32Array<ArrayBuffer>[];
}

function createEncoder(kernel: Kernel, header: ModelHeader, memory: WasmMemory): Encoder {
  const room = placeRoom(header.size);
  const tensor = (name: string): number => header.tensors[name]![0];
  const words = ["words.values", "words.scales", "places", "norm.gamma", "norm.beta"].map(tensor) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const layers = Array.from({ length: header.layers }, (_, layer) => {
    const linear = (part: string, columns: number, outputs: number) => {
      const [weights, scales, bias] = ["weights", "scales", "bias"].map((name) =>
        tensor(`${layer}.${part}.${name}`),
      ) as [number, number, number];
      return (rows: number, out: number, count: number): void => {
        kernel.quantize(rows, room.whole, room.scales, count, columns);
        kernel.linear(room.whole, room.scales, weights, scales, bias, out, count, columns, outputs);
      };
    };
    const addTo = (part: string) => {
      const [gamma, beta] = [tensor(`${layer}.${part}.gamma`), tensor(`${layer}.${part}.beta`)];
      return (count: number): void => kernel.addNormalised(room.hidden, room.context, gamma, beta, count);
    };
    return {
      qkv: linear("qkv", MODEL_DIMENSIONS, MODEL_DIMENSIONS * 3),
      attended: linear("attended", MODEL_DIMENSIONS, MODEL_DIMENSIONS),
      addAttended: addTo("attended"),
      wide: linear("wide", MODEL_DIMENSIONS, WIDE),
      narrow: linear("narrow", WIDE, MODEL_DIMENSIONS),
      addNarrow: addTo("narrow"),
    };
  });

  return {
    encode: (texts) => {
      const ids = new Uint32Array(memory.buffer, room.ids, MAX_ROWS);
      const positions = new Uint32Array(memory.buffer, room.positions, MAX_ROWS);
      let rows = 0;
      for (const text of texts) {
        ids.set(text, rows);
        for (let position = 0; position < text.length; position += 1) positions[rows + position] = position;
        rows += text.length;
      }
      kernel.embed(room.ids, room.positions, ...words, room.hidden, rows);
      for (const layer of layers) {
        layer.qkv(room.hidden, room.inner, rows);
        eachText(texts, (start, count) =>
          kernel.attend(
            room.inner + start * MODEL_DIMENSIONS * 12,
            room.context + start * MODEL_DIMENSIONS * 4,
            room.scratch,
            count,
          ),
        );
        layer.attended(room.context, room.context, rows);
        layer.addAttended(rows);
        layer.wide(room.hidden, room.inner, rows);
        kernel.gelu(room.inner, rows * WIDE);
        layer.narrow(room.inner, room.context, rows);
        layer.addNarrow(rows);
      }
      return eachText(texts, (start, count) => {
        kernel.pool(room.hidden + start * MODEL_DIMENSIONS * 4, count, room.vector);
        return new Float32Array(memory.buffer, room.vector, MODEL_DIMENSIONS).slice();
      });
    },
  };
}

function eachText<Result>(
  texts: readonly Uint32Array[],
  act: (start: number, count: number) => Result,
): readonly Result[] {
  let start = 0;
  return texts.map(({ length }) => {
    start += length;
    return act(start - length, length);
  });
}

function placeRoom(start: number): Readonly<Record<keyof typeof ROOM, number>> {
  let at = alignModel(start);
  const places = Object.entries(ROOM).map(([name, size]) => {
    const place = at;
    at = alignModel(at + size);
    return [name, place] as const;
  });
  return Object.fromEntries(places) as Record<keyof typeof ROOM, number>;
}

export interface ModelHeader {
  readonly name: string;
  readonly dimensions: number;
  readonly layers: number;
  /** The most tokens of one text, with those that begin and end it. */
  readonly tokens: number;
  /** Bytes of the payload. */
  readonly size: number;
  /** From the name of a tensor to its place in the payload and its length, both in bytes. */
  readonly tensors: Readonly<Record<string, readonly [start: number, length: number]>>;
}

/** Of the parts as if they were one. */
export function modelDigest(...parts: readonly Uint8Array[]): Buffer {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest();
}
