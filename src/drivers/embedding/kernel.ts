import { instantiate, type WasmMemory } from "../wasm/web-assembly.ts";
import { KERNEL_BYTES } from "./kernel-bytes.ts";

/** The exports of model/kernel/kernel.ts. Pointers are byte offsets into its memory. */
export interface Kernel {
  embed(
    ids: number,
    positions: number,
    words: number,
    wordScales: number,
    places: number,
    gamma: number,
    beta: number,
    out: number,
    rows: number,
  ): void;
  addNormalised(rows: number, added: number, gamma: number, beta: number, count: number): void;
  quantize(rows: number, out: number, scales: number, count: number, columns: number): void;
  linear(
    rows: number,
    rowScales: number,
    weights: number,
    weightScales: number,
    bias: number,
    out: number,
    count: number,
    columns: number,
    outputs: number,
  ): void;
  attend(qkv: number, out: number, scratch: number, tokens: number): void;
  gelu(values: number, count: number): void;
  pool(rows: number, count: number, out: number): void;
}

export async function startKernel(memory: WasmMemory): Promise<Kernel> {
  const { instance } = await instantiate(Buffer.from(KERNEL_BYTES, "base64"), {
    env: { memory },
  });
  return instance.exports as Kernel;
}
