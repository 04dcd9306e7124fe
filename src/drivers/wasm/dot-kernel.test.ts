import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDotKernel, STEP } from "./dot-kernel.ts";
import { Memory } from "./web-assembly.ts";

const product = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, number, at) => sum + number * b[at]!, 0);

const PICKS = 4_096;
const OUT = 8_192;
const ROWS = 16_384;

/** Vectors of small whole numbers, whose products are the same in every order of adding. */
const table = fc
  .record({ dimensions: fc.integer({ min: 1, max: 130 }), count: fc.integer({ min: 1, max: 9 }) })
  .chain(({ dimensions, count }) =>
    fc.record({
      dimensions: fc.constant(dimensions),
      vectors: fc.array(
        fc.array(fc.integer({ min: -127, max: 127 }), { minLength: dimensions, maxLength: dimensions }),
        { minLength: count + 1, maxLength: count + 1 },
      ),
    }),
  );

describe("createDotKernel", () => {
  it.each<{ kind: string; size: number; scan: "scan" | "scanBytes" }>([
    { kind: "floats", size: 4, scan: "scan" },
    { kind: "bytes", size: 1, scan: "scanBytes" },
  ])("multiplies $kind as a plain loop does, and writes nothing more", ({ kind, size, scan }) => {
    const memory = new Memory({ initial: 1, maximum: 65_536 });
    const kernel = createDotKernel(memory);
    const numbers = kind === "floats" ? new Float32Array(memory.buffer) : new Int8Array(memory.buffer);
    const out = new Float32Array(memory.buffer, OUT, 16);
    fc.assert(
      fc.property(table, ({ dimensions, vectors: [query = [], ...rows] }) => {
        const stride = Math.ceil((dimensions * size) / STEP) * STEP;
        new Uint8Array(memory.buffer).fill(0);
        numbers.set(query, 0);
        for (const [at, row] of rows.entries()) numbers.set(row, (ROWS + at * stride) / size);
        out.fill(-1);
        kernel[scan](0, ROWS, rows.length, stride, OUT);
        expect([...out.subarray(0, rows.length)]).toEqual(rows.map((row) => product(query, row)));
        expect(new Set(out.subarray(rows.length))).toEqual(new Set([-1]));
      }),
    );
  });

  it("picks rows by their numbers, in any order and again", () => {
    const memory = new Memory({ initial: 1, maximum: 65_536 });
    const kernel = createDotKernel(memory);
    const numbers = new Float32Array(memory.buffer);
    numbers[0] = 2;
    for (let row = 0; row < 10; row += 1) numbers[(ROWS + row * STEP) / 4] = row;
    new Uint32Array(memory.buffer, PICKS, 4).set([9, 0, 3, 3]);
    kernel.gather(0, ROWS, PICKS, 4, STEP, OUT);
    expect([...new Float32Array(memory.buffer, OUT, 5)]).toEqual([18, 0, 6, 6, 0]);
  });

  it("does nothing with no rows", () => {
    const memory = new Memory({ initial: 1, maximum: 65_536 });
    const kernel = createDotKernel(memory);
    new Float32Array(memory.buffer).fill(1);
    kernel.scan(0, ROWS, 0, STEP, OUT);
    kernel.scanBytes(0, ROWS, 0, STEP, OUT);
    kernel.gather(0, ROWS, PICKS, 0, STEP, OUT);
    expect(new Set(new Float32Array(memory.buffer))).toEqual(new Set([1]));
  });
});
