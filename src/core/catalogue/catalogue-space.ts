import type { CatalogueMap } from "../judge/catalogue-profile.ts";
import { cosine } from "../judge/judgement.ts";

/**
 * The entries' vectors relative to their mean: all texts about code share a direction, and what distinguishes
 * mistakes is the rest.
 */
export interface CatalogueSpace {
  readonly ids: readonly string[];
  readonly middle: Float32Array;
  /** Unit vectors relative to the mean, in the order of the ids. */
  readonly centres: readonly Float32Array[];
}

/** How fast a share falls with distance: an entry 0.14 further away has a tenth. */
const SPREAD = 0.06;

export function catalogueSpace({ ids, centres }: CatalogueMap): CatalogueSpace {
  const mean = meanOf(centres);
  return { ids, middle: mean, centres: centres.map((centre) => relativeToMean(centre, mean)) };
}

/** The normalised mean of vectors, which does not depend on their order. */
export function directionOf(vectors: readonly Float32Array[]): Float32Array {
  return unit(meanOf(vectors));
}

/** A unit vector relative to the mean. */
export const toSpace = ({ middle: mean }: CatalogueSpace, vector: Float32Array): Float32Array =>
  relativeToMean(vector, mean);

/** The cosine to each entry, in order. */
export const nearnessOf = ({ centres }: CatalogueSpace, vectorInSpace: Float32Array): Float32Array =>
  Float32Array.from(centres, (centre) => cosine(vectorInSpace, centre));

/** A softmax share: the shares of all neighbours add up to 1. */
function nearnessShare(near: number, all: Iterable<number>): number {
  let sum = 0;
  for (const other of all) sum += Math.exp((other - near) / SPREAD);
  return sum === 0 ? 0 : 1 / sum;
}

/** The indexes of the nearest entries, nearest first. */
export function nearestOf(nearness: Float32Array, count: number): readonly number[] {
  return Array.from(nearness.keys())
    .toSorted((a, b) => nearness[b]! - nearness[a]! || a - b)
    .slice(0, count);
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let at = 0; at < sum.length; at += 1) sum[at]! += vector[at]!;
  return Float32Array.from(sum, (value) => value / vectors.length);
}

function relativeToMean(vector: Float32Array, mean: Float32Array): Float32Array {
  const difference = new Float32Array(vector.length);
  for (let at = 0; at < vector.length; at += 1) difference[at] = vector[at]! - mean[at]!;
  return unit(difference);
}

// Loops, because this runs for thousands of vectors at start: `Math.hypot` and `map` take several times as long.
function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return vector;
  const length = Math.sqrt(squares);
  const direction = new Float32Array(vector.length);
  for (let at = 0; at < vector.length; at += 1) direction[at] = vector[at]! / length;
  return direction;
}

/** The share of an entry, or its opposite, that a rule needs to match it. */
const MIN_SHARE = 0.5;
/**
 * How much nearer a rule must be to the opposite than to the entry, because a reworded rule is soon as near to
 * both.
 */
const MIN_LEAD = 0.14;
/** Opposites are about the same thing, so the entry is among this many nearest ones. */
const MAX_NEAREST = 30;

/** A rule's position in the catalogue. */
export interface RuleLocation {
  /** The index of the entry that it rewords; undefined if unclear. */
  readonly entry: number | undefined;
  /** The indexes of entries whose opposite it may be, nearest first. */
  readonly near: readonly number[];
}

export function locateRule(space: CatalogueSpace, vector: Float32Array): RuleLocation {
  const nearness = nearnessOf(space, toSpace(space, vector));
  const near = nearestOf(nearness, MAX_NEAREST);
  const [at] = near;
  const isClear = at !== undefined && nearnessShare(nearness[at]!, nearness) >= MIN_SHARE;
  return { entry: isClear ? at : undefined, near };
}

/** Whether a rule is an entry's opposite, given the vectors of the opposite's texts. */
export function isOpposite(
  space: CatalogueSpace,
  vector: Float32Array,
  entry: number,
  opposite: readonly Float32Array[],
): boolean {
  if (opposite.length === 0) return false;
  const vectorInSpace = toSpace(space, vector);
  const nearness = nearnessOf(space, vectorInSpace);
  const near = cosine(vectorInSpace, toSpace(space, directionOf(opposite)));
  return near - nearness[entry]! >= MIN_LEAD && nearnessShare(near, [...nearness, near]) >= MIN_SHARE;
}
