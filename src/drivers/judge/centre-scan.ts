import { createDotKernel, STEP } from "../wasm/dot-kernel.ts";
import { Memory, PAGE } from "../wasm/web-assembly.ts";

/** The cosine of a vector with every centre, in their order; nothing for a vector of other dimensions. */
export type CentreScan = (vector: Float32Array) => Float32Array | undefined;

/** Keeps the centres where the kernel can read them: every text that is new to the judge is compared with all. */
export function createCentreScan(centres: readonly Float32Array[]): CentreScan {
  const dimensions = centres[0]?.length ?? 0;
  const stride = Math.ceil((dimensions * 4) / STEP) * STEP;
  const rows = stride;
  const out = rows + centres.length * stride;
  const pages = Math.ceil((out + centres.length * 4) / PAGE) + 1;
  const memory = new Memory({ initial: pages, maximum: pages });
  const kernel = createDotKernel(memory);
  const floats = new Float32Array(memory.buffer);
  for (const [at, centre] of centres.entries()) floats.set(centre, (rows + at * stride) / 4);
  return (vector) => {
    if (vector.length !== dimensions || dimensions === 0) return undefined;
    floats.set(vector, 0);
    kernel.scan(0, rows, centres.length, stride, out);
    return floats.slice(out / 4, out / 4 + centres.length);
  };
}
