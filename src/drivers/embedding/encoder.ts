import type { WasmMemory } from "../wasm/web-assembly.ts";
import type { Kernel } from "./kernel.ts";
import { alignModel, type ModelHeader } from "./model-file.ts";
import { MODEL_DIMENSIONS } from "./model-name.ts";

/**
 * Maximum tokens processed together, at least as many as one text can have: enough to rarely read the weights, few
 * enough to yield after some 30 ms.
 */
export const MAX_ROWS = 96;
const WIDE = MODEL_DIMENSIONS * 4;
const HEAD_SCRATCH = 33;

/** Working memory in bytes. Numbers have four bytes, except in `whole`, where they have two. */
const ROOM = {
  ids: MAX_ROWS * 4,
  positions: MAX_ROWS * 4,
  hidden: MAX_ROWS * MODEL_DIMENSIONS * 4,
  /** Also used for what a layer adds to `hidden`. */
  context: MAX_ROWS * MODEL_DIMENSIONS * 4,
  /** Query, key and value, later the wide middle of a layer. */
  inner: MAX_ROWS * WIDE * 4,
  whole: MAX_ROWS * WIDE * 2,
  scales: MAX_ROWS * 4,
  scratch: (MAX_ROWS + 4) * HEAD_SCRATCH * 4,
  vector: MODEL_DIMENSIONS * 4,
} as const;

/** Bytes the encoder needs behind the model. */
export const ENCODER_ROOM = Object.values(ROOM).reduce((total, size) => total + alignModel(size), 64);

export interface Encoder {
  /** One vector per text. Together they must have at most MAX_ROWS tokens. */
  encode(texts: readonly Uint32Array[]): readonly Float32Array<ArrayBuffer>[];
}

export function createEncoder(kernel: Kernel, header: ModelHeader, memory: WasmMemory): Encoder {
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
