import { cosine } from "../judge/cosine.ts";
import {
  type CatalogueSpace,
  directionOf,
  nearestOf,
  nearnessOf,
  placeIn,
  shareOf,
} from "./catalogue-space.ts";

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
  const isClear = at !== undefined && shareOf(nearness[at]!, nearness) >= LEAST_SHARE;
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
  return near - nearness[entry]! >= LEAST_LEAD && shareOf(near, [...nearness, near]) >= LEAST_SHARE;
}
