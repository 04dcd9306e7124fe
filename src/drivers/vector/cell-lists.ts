import { BestScores } from "./best-scores.ts";
import { createDotKernel, type DotKernel, MAX_PAGES, STEP } from "../wasm/dot-kernel.ts";
import { Memory, PAGE, type WasmMemory } from "../wasm/web-assembly.ts";

/** Codes per contiguous chunk. Longer chunks mean fewer cache misses at their beginning. */
const CHUNK = 256;
/** Searches start at multiples of this. */
const BLOCK = 32;
const LARGEST = 127;

interface Cell {
  readonly slots: number[];
  /** Factor for each slot's codes. */
  readonly scales: number[];
  /** Address of each chunk. */
  readonly chunks: number[];
}

/** How much of the cells a search looks at. */
interface Reach {
  readonly limit: number;
  /** In total, and per cell. */
  readonly candidates: number;
  readonly maxPerCell: number;
}

/**
 * The vectors of each cell, quantised to one byte per number and stored contiguously: random memory access costs far
 * more than the products. The best by their codes must be scored again.
 */
export class CellLists {
  readonly #dimensions: number;
  readonly #stride: number;
  readonly #memory: WasmMemory;
  readonly #kernel: DotKernel;
  readonly #cells: readonly Cell[];
  /** Where the next chunk begins. The query's code and its scores are before all chunks. */
  #end: number;
  #bytes: Int8Array;
  #scores: Float32Array;

  constructor(dimensions: number, cells: number) {
    this.#dimensions = dimensions;
    this.#stride = Math.ceil(dimensions / STEP) * STEP;
    this.#end = this.#stride + CHUNK * 4;
    this.#memory = new Memory({ initial: Math.ceil(this.#end / PAGE), maximum: MAX_PAGES });
    this.#kernel = createDotKernel(this.#memory);
    this.#bytes = new Int8Array(this.#memory.buffer);
    this.#scores = new Float32Array(this.#memory.buffer, this.#stride, CHUNK);
    this.#cells = Array.from({ length: cells }, () => ({ slots: [], scales: [], chunks: [] }));
  }

  add(cell: number, slot: number, vector: Float32Array): void {
    const { slots, scales, chunks } = this.#cells[cell]!;
    if (slots.length === chunks.length * CHUNK) chunks.push(this.#takeChunk());
    scales.push(this.#encode(vector, this.#addressOf(chunks, slots.length)));
    slots.push(slot);
  }

  /** Moves the cell's last code into the gap. */
  remove(cell: number, slot: number): void {
    const { slots, scales, chunks } = this.#cells[cell]!;
    const at = slots.lastIndexOf(slot);
    if (at < 0) return;
    const last = slots.length - 1;
    const from = this.#addressOf(chunks, last);
    this.#bytes.copyWithin(this.#addressOf(chunks, at), from, from + this.#stride);
    slots[at] = slots[last]!;
    scales[at] = scales[last]!;
    slots.pop();
    scales.pop();
  }

  /** The best slots by their codes, unordered, from the newest of each cell in the given order of cells. */
  best(
    vector: Float32Array,
    order: Iterable<number>,
    { limit, candidates, maxPerCell }: Reach,
  ): readonly number[] {
    this.#encode(vector, 0);
    const best = new BestScores(limit, Number.NEGATIVE_INFINITY, String);
    let left = candidates;
    for (const cell of order) {
      if (left <= 0) break;
      left -= this.#scan(this.#cells[cell]!, Math.min(left, maxPerCell), best);
    }
    return best.slots;
  }

  /** Scans the newest blocks of a cell with at least this many codes, and returns how many that were. */
  #scan({ slots, scales, chunks }: Cell, most: number, best: BestScores): number {
    const out = this.#stride;
    const scores = this.#scores;
    const { length } = slots;
    const start = Math.max(0, Math.floor((length - most) / BLOCK) * BLOCK);
    for (let first = start, next = 0; first < length; first = next) {
      // In memory order, which the processor prefetches.
      next = Math.min(length, (Math.floor(first / CHUNK) + 1) * CHUNK);
      this.#kernel.scanBytes(0, this.#addressOf(chunks, first), next - first, this.#stride, out);
      let { floor } = best;
      for (let at = first; at < next; at += 1) {
        const score = scores[at - first]! * scales[at]!;
        if (score < floor) continue;
        best.add(slots[at]!, score);
        ({ floor } = best);
      }
    }
    return length - start;
  }

  #addressOf(chunks: readonly number[], position: number): number {
    return chunks[Math.floor(position / CHUNK)]! + (position % CHUNK) * this.#stride;
  }

  #takeChunk(): number {
    const chunk = this.#end;
    this.#end += CHUNK * this.#stride;
    const missing = Math.ceil((this.#end - this.#bytes.length) / PAGE);
    if (missing > 0) {
      this.#memory.grow(Math.max(missing, Math.ceil(this.#bytes.length / PAGE / 8)));
      this.#bytes = new Int8Array(this.#memory.buffer);
      this.#scores = new Float32Array(this.#memory.buffer, this.#stride, CHUNK);
    }
    return chunk;
  }

  /** Returns the scale. */
  #encode(vector: Float32Array, address: number): number {
    let largest = 0;
    for (let at = 0; at < this.#dimensions; at += 1) largest = Math.max(largest, Math.abs(vector[at]!));
    const factor = largest === 0 ? 0 : LARGEST / largest;
    for (let at = 0; at < this.#dimensions; at += 1)
      this.#bytes[address + at] = Math.round(vector[at]! * factor);
    return largest / LARGEST;
  }
}
