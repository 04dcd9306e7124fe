import type { CatalogueMap } from "../judge/catalogue-profile.ts";
import { cosine } from "../judge/judgement.ts";

/**
 * Where the entries lie, seen from their middle: all texts about code point the same way to a good part, and what
 * tells mistakes apart is the rest.
 */
export interface CatalogueSpace {
  readonly ids: readonly string[];
  readonly middle: Float32Array;
  /** Of length 1, from the middle, in the order of the ids. */
  readonly centres: readonly Float32Array[];
}

/** How fast a share falls with distance: an entry 0.14 further away has a tenth. */
const SPREAD = 0.06;

export function catalogueSpace({ ids, centres }: CatalogueMap): CatalogueSpace {
  const middle = meanOf(centres);
  return { ids, middle, centres: centres.map((centre) => fromMiddle(centre, middle)) };
}

/** The direction of the mean of vectors; the same whatever their order is, as far as sums are. */
export function directionOf(vectors: readonly Float32Array[]): Float32Array {
  return unit(meanOf(vectors));
}

/** A vector of length 1 as the space sees it. */
export const placeIn = ({ middle }: CatalogueSpace, vector: Float32Array): Float32Array =>
  fromMiddle(vector, middle);

/** How near a placed vector is to each entry, in their order. */
export const nearnessOf = ({ centres }: CatalogueSpace, placed: Float32Array): Float32Array =>
  Float32Array.from(centres, (centre) => cosine(placed, centre));

/** How much of a text belongs to one of several things it is near to: the shares of all add up to 1. */
function nearnessShare(near: number, all: Iterable<number>): number {
  let sum = 0;
  for (const other of all) sum += Math.exp((other - near) / SPREAD);
  return sum === 0 ? 0 : 1 / sum;
}

/** The numbers of the nearest entries, the nearest first. */
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

const fromMiddle = (vector: Float32Array, middle: Float32Array): Float32Array =>
  unit(vector.map((value, at) => value - middle[at]!));

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** What a rule must have to itself of an entry, or of an opposite, to stand for it. */
const LEAST_SHARE = 0.5;
/** How much nearer a rule must be to the opposite than to the entry: a rule in other words is soon as near to both. */
const LEAST_LEAD = 0.14;
/** Opposites speak of the same thing, so the entry is among so many that are nearest. */
const AMONG = 30;

/** Where a rule lies in the catalogue. */
export interface RulePlace {
  /** The number of the entry whose rule it is in other words; nothing where that is not clear. */
  readonly entry: number | undefined;
  /** The numbers of the entries whose opposite it may be, the nearest first. */
  readonly near: readonly number[];
}

export function placeRule(space: CatalogueSpace, vector: Float32Array): RulePlace {
  const nearness = nearnessOf(space, placeIn(space, vector));
  const near = nearestOf(nearness, AMONG);
  const [at] = near;
  const isClear = at !== undefined && nearnessShare(nearness[at]!, nearness) >= LEAST_SHARE;
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
  const placed = placeIn(space, vector);
  const nearness = nearnessOf(space, placed);
  const near = cosine(placed, placeIn(space, directionOf(opposite)));
  return near - nearness[entry]! >= LEAST_LEAD && nearnessShare(near, [...nearness, near]) >= LEAST_SHARE;
}
