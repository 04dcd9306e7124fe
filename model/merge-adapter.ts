import type { Safetensors } from "./safetensors.ts";

const RANK = 64;
/** The adapter's alpha, 128, over its rank. */
const SCALE = 2;

/** One linear map of the encoder: the base weights plus what fine-tuning added, outputs × columns. */
export function mergedWeights(base: Safetensors, adapter: Safetensors, name: string): Float32Array {
  const merged = base.read(`${name}.weight`);
  const down = adapter.read(`${name}.a`);
  const up = adapter.read(`${name}.b`);
  const columns = down.length / RANK;
  const added = new Float64Array(columns);
  for (let output = 0; output * columns < merged.length; output += 1) {
    added.fill(0);
    for (let rank = 0; rank < RANK; rank += 1) {
      const factor = up[output * RANK + rank]! * SCALE;
      for (let column = 0; column < columns; column += 1)
        added[column]! += factor * down[rank * columns + column]!;
    }
    for (let column = 0; column < columns; column += 1) merged[output * columns + column]! += added[column]!;
  }
  return merged;
}
