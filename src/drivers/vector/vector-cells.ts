import type { Neighbour } from "../../ports/vector-index.ts";
import { CellLists } from "./cell-lists.ts";
import { MAX_CELLS, type MirrorQuery, type VectorMirror } from "./vector-mirror.ts";
import { setTimeout } from "node:timers/promises";

const SAMPLE_PER_CELL = 40;

const ROUNDS = 6;

/** Longest time without yielding to the event loop. */
const SLICE_MS = 8;

const CHECK_EVERY = 64;

const centreOf = (mirror: VectorMirror, { set }: CentreSet, cell: number): Float32Array =>
  mirror.floatsAt(mirror.centresOf(set) + cell * mirror.stride, mirror.dimensions);

interface CellTuning {
  /** Below this many vectors, looking at all of them is fast enough. */
  readonly minVectors: number;
  /** Cells are rebuilt when the number of vectors has grown by this factor. */
  readonly growth: number;
  /** At most MAX_CELLS. */
  readonly cells: number;
  /** How many vectors a search looks at. */
  readonly candidates: number;
  /** Maximum per cell, so that a crowded cell does not hide its neighbours. The newest are used. */
  readonly maxPerCell: number;
}

/** Measured on sentences of reviews: finds 96 % of the neighbours with a cosine of at least 0.5 among 100,000. */
const TUNING: CellTuning = {
  minVectors: 4_096,
  growth: 8,
  cells: MAX_CELLS,
  candidates: 8_192,
  maxPerCell: 2_048,
};

/** Extra candidates to score again, because codes are coarse. */
const EXTRA_CANDIDATES = 32;
const NO_CELL = 0xffff;

/**
 * An inverted file index: each vector is in the cell of its nearest centre, and a quick search only looks into the
 * nearest cells. Centres are computed in the background, and again when there are many more vectors.
 */
export class VectorCells {
  readonly #mirror: VectorMirror;
  readonly #tuning: CellTuning;
  #lists: CellLists | undefined;
  #set: 0 | 1 = 0;
  #cellOf = new Uint16Array(0);
  #madeFor = 0;
  #making: Promise<void> | undefined;
  /** Slots that changed while cells were being built. */
  readonly #changed = new Set<number>();

  constructor(mirror: VectorMirror, tuning: Partial<CellTuning> = {}) {
    this.#mirror = mirror;
    const { cells, ...rest } = { ...TUNING, ...tuning };
    this.#tuning = { ...rest, cells: Math.min(MAX_CELLS, cells) };
  }

  /** Undefined while there are no cells. */
  nearest(query: MirrorQuery): readonly Neighbour[] | undefined {
    if (this.#lists === undefined) return undefined;
    const { candidates, maxPerCell } = this.#tuning;
    const reach = { limit: query.limit + EXTRA_CANDIDATES, candidates, maxPerCell };
    return this.#mirror.nearest(
      query,
      this.#lists.best(query.vector, this.#nearestCells(query.vector), reach),
    );
  }

  /** Builds cells if they are due, and resolves when there is nothing left to build. */
  make(): Promise<void> {
    const { count } = this.#mirror;
    const { minVectors, growth } = this.#tuning;
    if (this.#making !== undefined) return this.#making;
    if (count < minVectors || (this.#madeFor > 0 && count < this.#madeFor * growth)) return Promise.resolve();
    this.#making = this.#make().finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  /** Call it when a slot's vector has changed or is gone. */
  change(slot: number): void {
    if (this.#making !== undefined) this.#changed.add(slot);
    if (this.#lists !== undefined) this.#file(slot, this.#lists);
  }

  async #make(): Promise<void> {
    const mirror = this.#mirror;
    const { count } = mirror;
    const { cells } = this.#tuning;
    const set = this.#set === 0 ? 1 : 0;
    const lists = new CellLists(mirror.dimensions, cells);
    const cellOf = new Uint16Array(mirror.slots).fill(NO_CELL);
    await fileByCentres(mirror, { set, cells }, (slot, cell) => {
      cellOf[slot] = cell;
      lists.add(cell, slot, mirror.vectorOf(slot));
    });
    this.#set = set;
    this.#cellOf = cellOf;
    this.#lists = lists;
    this.#madeFor = count;
    for (const slot of this.#changed) this.#file(slot, lists);
    this.#changed.clear();
  }

  #file(slot: number, lists: CellLists): void {
    if (slot >= this.#cellOf.length) {
      const longer = new Uint16Array(Math.max(slot + 1, this.#cellOf.length * 2)).fill(NO_CELL);
      longer.set(this.#cellOf);
      this.#cellOf = longer;
    }
    const old = this.#cellOf[slot]!;
    if (old !== NO_CELL) lists.remove(old, slot);
    this.#cellOf[slot] = NO_CELL;
    if (!this.#mirror.isTaken(slot)) return;
    const cell = nearestCentre(this.#mirror, { set: this.#set, cells: this.#tuning.cells }, slot);
    lists.add(cell, slot, this.#mirror.vectorOf(slot));
    this.#cellOf[slot] = cell;
  }

  /** Lazily, because only few of them are used. */
  *#nearestCells(vector: Float32Array): Iterable<number> {
    const mirror = this.#mirror;
    const scores = mirror.scoreCentres(mirror.ask(vector), this.#set, this.#tuning.cells).slice();
    for (let left = scores.length; left > 0; left -= 1) {
      let most = 0;
      for (let at = 1; at < scores.length; at += 1) if (scores[at]! > scores[most]!) most = at;
      yield most;
      scores[most] = Number.NEGATIVE_INFINITY;
    }
  }
}

/** Writes to one of the mirror's two sets of centres, so that the other can be used meanwhile. */
interface CentreSet {
  readonly set: 0 | 1;
  readonly cells: number;
}

/**
 * Finds centres by k-means over a sample, and assigns every vector to the nearest one. A vector that changes
 * meanwhile must be filed again. Works in slices to yield to the event loop. Deterministic: the same vectors give the
 * same centres.
 */
async function fileByCentres(
  mirror: VectorMirror,
  centreSet: CentreSet,
  file: (slot: number, cell: number) => void,
): Promise<void> {
  const pause = createPause();
  const sample = takeSample(mirror, centreSet.cells * SAMPLE_PER_CELL);
  for (let cell = 0; cell < centreSet.cells; cell += 1) {
    const slot = sample[Math.floor((cell * sample.length) / centreSet.cells)] ?? 0;
    centreOf(mirror, centreSet, cell).set(mirror.vectorOf(slot));
  }
  for (let round = 0; round < ROUNDS; round += 1) await improveCentres(mirror, centreSet, sample, pause);
  const { slots } = mirror;
  for (let slot = 0; slot < slots; slot += 1) {
    if (mirror.isTaken(slot)) file(slot, nearestCentre(mirror, centreSet, slot));
    if (slot % CHECK_EVERY === 0) await pause();
  }
}

function nearestCentre(mirror: VectorMirror, { set, cells }: CentreSet, slot: number): number {
  const scores = mirror.scoreCentres(mirror.addressOf(slot), set, cells);
  let most = 0;
  for (let at = 1; at < scores.length; at += 1) if (scores[at]! > scores[most]!) most = at;
  return most;
}

/** Moves each centre to the mean of the vectors nearest to it. */
async function improveCentres(
  mirror: VectorMirror,
  centreSet: CentreSet,
  sample: readonly number[],
  pause: () => Promise<void>,
): Promise<void> {
  const { dimensions } = mirror;
  const sums = new Float64Array(centreSet.cells * dimensions);
  for (const [at, slot] of sample.entries()) {
    const from = nearestCentre(mirror, centreSet, slot) * dimensions;
    const row = mirror.vectorOf(slot);
    for (let axis = 0; axis < dimensions; axis += 1) sums[from + axis]! += row[axis]!;
    if (at % CHECK_EVERY === 0) await pause();
  }
  for (let cell = 0; cell < centreSet.cells; cell += 1) {
    const sum = sums.subarray(cell * dimensions, (cell + 1) * dimensions);
    const length = Math.sqrt(sum.reduce((total, number) => total + number * number, 0));
    // A centre without vectors stays where it is.
    if (length > 0) centreOf(mirror, centreSet, cell).set(sum.map((number) => number / length));
  }
}

/** Evenly over the used slots. */
function takeSample(mirror: VectorMirror, most: number): readonly number[] {
  const step = Math.max(1, mirror.slots / most);
  const sample: number[] = [];
  for (let at = 0; at < mirror.slots; at += step) {
    const slot = Math.floor(at);
    if (mirror.isTaken(slot)) sample.push(slot);
  }
  return sample;
}

/** Yields when the event loop was blocked for long enough, without keeping the process alive. */
function createPause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await setTimeout(1, undefined, { ref: false });
    since = performance.now();
  };
}
