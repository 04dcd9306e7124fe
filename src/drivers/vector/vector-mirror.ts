import type { Neighbour } from "../../ports/vector-index.ts";
import { StoreError } from "../../ports/errors.ts";
import { BestScores } from "./best-scores.ts";
import { createDotKernel, type DotKernel, MAX_PAGES, STEP } from "../wasm/dot-kernel.ts";
import { Memory, PAGE, type WasmMemory } from "../wasm/web-assembly.ts";

/** Products computed before their scores are read. */
const BLOCK = 4_096;
/** The maximum number of cells in an index. */
export const MAX_CELLS = 256;
/** Extra candidates, because the kernel computes in 32 bits and the final score in 64. */
const EXTRA_CANDIDATES = 16;
const SLACK = 1e-5;

export interface MirrorQuery {
  readonly vector: Float32Array;
  readonly limit: number;
  readonly atLeast?: number | undefined;
}

/**
 * Vectors packed in one memory. A vector keeps its slot until it is removed, and the slot is then reused. Memory
 * grows in place.
 */
export class VectorMirror {
  readonly dimensions: number;
  readonly stride: number;
  readonly kernel: DotKernel;
  readonly #memory: WasmMemory;
  readonly #slots = new Map<string, number>();
  readonly #ids: (string | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #onChange: (slot: number) => void;
  readonly #scores: number;
  readonly #picks: number;
  readonly #cells: number;
  readonly #rows: number;
  #floats: Float32Array;
  #words: Uint32Array;

  /** `onChange` is called for every slot whose vector changes or is removed. */
  constructor(dimensions: number, onChange: (slot: number) => void = () => {}) {
    this.dimensions = dimensions;
    this.stride = Math.ceil((dimensions * 4) / STEP) * STEP;
    this.#onChange = onChange;
    this.#scores = this.stride;
    this.#picks = this.#scores + BLOCK * 4;
    this.#cells = this.#picks + BLOCK * 4;
    this.#rows = this.#cells + 2 * MAX_CELLS * this.stride;
    this.#memory = new Memory({ initial: Math.ceil(this.#rows / PAGE), maximum: MAX_PAGES });
    this.kernel = createDotKernel(this.#memory);
    this.#floats = new Float32Array(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }

  get count(): number {
    return this.#slots.size;
  }

  /** Upper bound of slots, used or not. */
  get slots(): number {
    return this.#ids.length;
  }

  isTaken(slot: number): boolean {
    return this.#ids[slot] !== undefined;
  }

  put(id: string, vector: Float32Array): void {
    const slot = this.#slots.get(id) ?? this.#take(id);
    this.#floats.set(vector, this.addressOf(slot) / 4);
    this.#onChange(slot);
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#ids[slot] = undefined;
    this.#free.push(slot);
    this.#onChange(slot);
  }

  addressOf(slot: number): number {
    return this.#rows + slot * this.stride;
  }

  /** Valid until the next `put`. */
  vectorOf(slot: number): Float32Array {
    return this.floatsAt(this.addressOf(slot), this.dimensions);
  }

  /** A copy of the vector of an id. */
  copyOf(id: string): Float32Array | undefined {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : this.vectorOf(slot).slice();
  }

  /** Address of one of the two sets of cell centres. */
  centresOf(set: 0 | 1): number {
    return this.#cells + set * MAX_CELLS * this.stride;
  }

  /** A view of the numbers at an address, valid until the next `put`. */
  floatsAt(address: number, count: number): Float32Array {
    return this.#floats.subarray(address / 4, address / 4 + count);
  }

  /** Products of the vector at an address with the first centres of a set, valid until the next call. */
  scoreCentres(query: number, set: 0 | 1, count: number): Float32Array {
    this.kernel.scan(query, this.centresOf(set), count, this.stride, this.#scores);
    return this.floatsAt(this.#scores, count);
  }

  /** Stores a query vector and returns its address, valid until the next call. */
  ask(vector: Float32Array): number {
    this.#floats.set(vector, 0);
    return 0;
  }

  /** Searches all vectors, or those in the given slots. */
  nearest({ vector, limit, atLeast = -2 }: MirrorQuery, slots?: readonly number[]): readonly Neighbour[] {
    const query = this.ask(vector);
    const best = new BestScores(limit + EXTRA_CANDIDATES, atLeast - SLACK, (slot) => this.#ids[slot]!);
    if (slots === undefined) this.#scanAll(query, best);
    else this.#scanPicked(query, slots, best);
    return best.slots
      .map((slot) => ({ id: this.#ids[slot]!, cosine: this.#cosine(vector, slot) }))
      .filter(({ cosine }) => cosine >= atLeast)
      .toSorted(nearerFirst)
      .slice(0, limit);
  }

  #scanAll(query: number, best: BestScores): void {
    for (let from = 0; from < this.slots; from += BLOCK) {
      const count = Math.min(BLOCK, this.slots - from);
      this.kernel.scan(query, this.addressOf(from), count, this.stride, this.#scores);
      const scores = this.floatsAt(this.#scores, count);
      let { floor } = best;
      for (let at = 0; at < count; at += 1) {
        if (scores[at]! < floor || this.#ids[from + at] === undefined) continue;
        best.add(from + at, scores[at]!);
        floor = best.floor;
      }
    }
  }

  #scanPicked(query: number, slots: readonly number[], best: BestScores): void {
    for (let from = 0; from < slots.length; from += BLOCK) {
      const count = Math.min(BLOCK, slots.length - from);
      const picks = this.#picks / 4;
      for (let at = 0; at < count; at += 1) this.#words[picks + at] = slots[from + at]!;
      this.kernel.gather(query, this.#rows, this.#picks, count, this.stride, this.#scores);
      const scores = this.floatsAt(this.#scores, count);
      for (let at = 0; at < count; at += 1) best.add(slots[from + at]!, scores[at]!);
    }
  }

  #cosine(vector: Float32Array, slot: number): number {
    const row = this.vectorOf(slot);
    let sum = 0;
    for (let at = 0; at < row.length; at += 1) sum += vector[at]! * row[at]!;
    return Math.max(-1, Math.min(1, sum));
  }

  #take(id: string): number {
    const slot = this.#free.pop() ?? this.#ids.length;
    const needed = Math.ceil(this.addressOf(slot + 1) / PAGE) * PAGE - this.#memory.buffer.byteLength;
    if (needed > 0) this.#grow(needed / PAGE);
    this.#ids[slot] = id;
    this.#slots.set(id, slot);
    return slot;
  }

  /** Grows by at least an eighth, so that views are rarely recreated. Pages cost nothing until they are written. */
  #grow(pages: number): void {
    const held = this.#memory.buffer.byteLength / PAGE;
    const room = MAX_PAGES - held;
    try {
      this.#memory.grow(Math.max(pages, Math.min(room, Math.ceil(held / 8))));
    } catch (error) {
      throw new StoreError(
        "store_failed",
        `${this.count} vectors of ${this.dimensions} dimensions are in memory, and there is no space for more; use PostgreSQL with pgvector, or give the process more memory`,
        error,
      );
    }
    this.#floats = new Float32Array(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }
}

/** Ties by id. */
export const nearerFirst = (a: Neighbour, b: Neighbour): number =>
  b.cosine - a.cosine || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
