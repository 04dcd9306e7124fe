import { setTimeout } from "node:timers/promises";
import type { VectorMirror } from "./vector-mirror.ts";

const SAMPLE_PER_CELL = 40;
const ROUNDS = 6;
/** How long the event loop is held at a time. */
const SLICE_MS = 8;
const CHECK_EVERY = 64;

/** Writes to one of the mirror's two sets of centres, so that the other can be used meanwhile. */
interface CentrePlace {
  readonly set: 0 | 1;
  readonly cells: number;
}

/**
 * Finds centres by k-means over a sample, and says of every vector which is nearest; one that changes meanwhile is
 * to be filed again. It works in slices, so that others get their turn, and throws no dice: the same vectors
 * have the same centres.
 */
export async function fileByCentres(
  mirror: VectorMirror,
  place: CentrePlace,
  file: (slot: number, cell: number) => void,
): Promise<void> {
  const pause = createPause();
  const sample = takeSample(mirror, place.cells * SAMPLE_PER_CELL);
  for (let cell = 0; cell < place.cells; cell += 1) {
    const slot = sample[Math.floor((cell * sample.length) / place.cells)] ?? 0;
    centreOf(mirror, place, cell).set(mirror.vectorOf(slot));
  }
  for (let round = 0; round < ROUNDS; round += 1) await improveCentres(mirror, place, sample, pause);
  const { slots } = mirror;
  for (let slot = 0; slot < slots; slot += 1) {
    if (mirror.isTaken(slot)) file(slot, nearestCentre(mirror, place, slot));
    if (slot % CHECK_EVERY === 0) await pause();
  }
}

export function nearestCentre(mirror: VectorMirror, { set, cells }: CentrePlace, slot: number): number {
  const scores = mirror.scoreCentres(mirror.addressOf(slot), set, cells);
  let most = 0;
  for (let at = 1; at < scores.length; at += 1) if (scores[at]! > scores[most]!) most = at;
  return most;
}

/** Moves each centre into the middle of the vectors that are nearest to it. */
async function improveCentres(
  mirror: VectorMirror,
  place: CentrePlace,
  sample: readonly number[],
  pause: () => Promise<void>,
): Promise<void> {
  const { dimensions } = mirror;
  const sums = new Float64Array(place.cells * dimensions);
  for (const [at, slot] of sample.entries()) {
    const from = nearestCentre(mirror, place, slot) * dimensions;
    const row = mirror.vectorOf(slot);
    for (let axis = 0; axis < dimensions; axis += 1) sums[from + axis]! += row[axis]!;
    if (at % CHECK_EVERY === 0) await pause();
  }
  for (let cell = 0; cell < place.cells; cell += 1) {
    const sum = sums.subarray(cell * dimensions, (cell + 1) * dimensions);
    const length = Math.sqrt(sum.reduce((total, number) => total + number * number, 0));
    // A centre that nothing is near to stays where it is.
    if (length > 0) centreOf(mirror, place, cell).set(sum.map((number) => number / length));
  }
}

/** Evenly over the slots that are taken. */
function takeSample(mirror: VectorMirror, most: number): readonly number[] {
  const step = Math.max(1, mirror.slots / most);
  const sample: number[] = [];
  for (let at = 0; at < mirror.slots; at += step) {
    const slot = Math.floor(at);
    if (mirror.isTaken(slot)) sample.push(slot);
  }
  return sample;
}

const centreOf = (mirror: VectorMirror, { set }: CentrePlace, cell: number): Float32Array =>
  mirror.floatsAt(mirror.centresOf(set) + cell * mirror.stride, mirror.dimensions);

/** Waits whenever the event loop was held for long enough; what is left to do keeps no process alive. */
function createPause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await setTimeout(1, undefined, { ref: false });
    since = performance.now();
  };
}
