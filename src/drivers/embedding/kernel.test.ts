import { describe, expect, it } from "vitest";
import { startKernel } from "./kernel.ts";
import { Memory } from "../wasm/web-assembly.ts";

describe("the kernel", () => {
  it("bends as gelu does", async () => {
    const memory = new Memory({ initial: 1 });
    const kernel = await startKernel(memory);
    // From the table of the normal distribution.
    const table = [
      [0, 0],
      [0.5, 0.5 * 0.6914624613],
      [1, 0.8413447461],
      [2, 2 * 0.9772498681],
      [3, 3 * 0.998650102],
      [6, 6],
      [50, 50],
    ] as const;
    const values = new Float32Array(memory.buffer, 0, 16);
    values.set(table.flatMap(([x]) => [x, -x]));
    kernel.gelu(0, 16);
    table.forEach(([x, expected], at) => {
      expect(Math.abs(values[at * 2]! - expected)).toBeLessThan(3e-6);
      expect(Math.abs(values[at * 2 + 1]! - (expected - x))).toBeLessThan(3e-6);
    });
  });

  it("multiplies whole numbers exactly, at the ends of their range too", async () => {
    const memory = new Memory({ initial: 4 });
    const kernel = await startKernel(memory);
    const columns = 1_536;
    const at = { rows: 0, scales: 32_768, weights: 40_000, weightScales: 60_000, bias: 61_000, out: 62_000 };
    new Int16Array(memory.buffer, at.rows, columns * 4).fill(-8_191);
    new Float32Array(memory.buffer, at.scales, 4).set([1, 2, 3, 4]);
    new Int8Array(memory.buffer, at.weights, columns * 8).fill(127);
    new Float32Array(memory.buffer, at.weightScales, 8).fill(0.5);
    new Float32Array(memory.buffer, at.bias, 8).fill(7);
    kernel.linear(at.rows, at.scales, at.weights, at.weightScales, at.bias, at.out, 4, columns, 8);
    const out = new Float32Array(memory.buffer, at.out, 32);
    const exact = [1, 2, 3, 4].map((scale) => Math.fround(-8_191 * 127 * columns * scale * 0.5));
    expect(Array.from({ length: 4 }, (_, row) => out[row * 8 + 5]! / exact[row]!)).toEqual([
      expect.closeTo(1, 6),
      expect.closeTo(1, 6),
      expect.closeTo(1, 6),
      expect.closeTo(1, 6),
    ]);
  });
});
