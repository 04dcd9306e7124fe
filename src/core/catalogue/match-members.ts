import { cosine } from "../judge/judgement.ts";
import {
  type CatalogueSpace,
  directionOf,
  nearestOf,
  nearnessOf,
  placeIn,
  nearnessShare,
} from "./catalogue-space.ts";

/** An entry that feedback may be about, before its opposite was looked at. */
export interface EntryCandidate {
  /** The entry's number. */
  readonly at: number;
  readonly id: string;
  /** How near the middle of the members is to it, from -1 to 1. */
  readonly near: number;
  /** How much of the members it has to itself, from 0 to 1. */
  readonly share: number;
  /** The middle of the members, as the space sees it. */
  readonly placed: Float32Array;
}

/** Fewer say too little about what they have in common. */
export const LEAST_MEMBERS = 3;
/** More would not move their middle. */
export const MOST_MEMBERS = 24;
/**
 * Chosen on comments of the catalogue whose entry was left in and taken out: a wrong entry is worse than none, since
 * its words look as if somebody had thought about them.
 */
const LEAST_NEAR = 0.6;
const LEAST_MEMBER_SHARE = 0.55;
/** A member agrees when the entry is among so many that are nearest to it; at least half must. */
const NEAREST_OF_MEMBER = 5;
const LEAST_AGREEING = 0.5;
/** How much nearer the members must be to the entry than to its opposite. */
const LEAST_LEAD = 0.02;

/** The entry that feedback is clearly about, by its vectors of length 1; else nothing. */
export function matchMembers(
  space: CatalogueSpace,
  members: readonly Float32Array[],
): EntryCandidate | undefined {
  if (members.length < LEAST_MEMBERS || space.ids.length === 0) return undefined;
  const used = members.slice(-MOST_MEMBERS);
  const placed = placeIn(space, directionOf(used));
  const nearness = nearnessOf(space, placed);
  const at = nearestOf(nearness, 1)[0]!;
  const near = nearness[at]!;
  const share = nearnessShare(near, nearness);
  if (near < LEAST_NEAR || share < LEAST_MEMBER_SHARE) return undefined;
  const agreeing = used.filter((member) => {
    const own = nearnessOf(space, placeIn(space, member));
    return own.reduce((nearer, other) => nearer + (other > own[at]! ? 1 : 0), 0) < NEAREST_OF_MEMBER;
  });
  if (agreeing.length < LEAST_AGREEING * used.length) return undefined;
  return { at, id: space.ids[at]!, near, share, placed };
}

/** Whether members ask for the opposite of an entry, or nearly as much as for the entry: then it must not word their rule. */
export const leansToOpposite = (
  space: CatalogueSpace,
  { placed, near }: Pick<EntryCandidate, "placed" | "near">,
  opposite: readonly Float32Array[],
): boolean =>
  opposite.length > 0 && near - cosine(placed, placeIn(space, directionOf(opposite))) < LEAST_LEAD;
