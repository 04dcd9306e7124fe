/** Where the entries of a catalogue of known mistakes lie: one vector of length 1 for each. */
export interface CatalogueMap {
  readonly ids: readonly string[];
  readonly centres: readonly Float32Array[];
}

/** Which known mistakes a text is nearest to: few entries, by number, whose shares add up to about 1. */
interface Shares {
  readonly entries: readonly number[];
  /** The root of each share, so that what two have in common is a sum of products. */
  readonly roots: readonly number[];
}

/**
 * A text among the known mistakes, seen twice: sharply, for what the catalogue knows, and blurred, for what lies between
 * its entries.
 */
export interface CatalogueProfile {
  readonly sharp: Shares;
  readonly blurred: Shares;
}

/** What two texts have in common of their nearest known mistakes, each from 0 to 1. */
export interface ProfileOverlap {
  readonly sharp: number;
  readonly blurred: number;
}

/** How fast a share falls with distance: an entry 0.035 further away has a tenth, and 0.09 where it is blurred. */
const SHARP = 0.015;
const BLURRED = 0.04;
/** Entries with less than this of the nearest one's share tell nothing. */
const LEAST = 0.002;

/** The profile of a text by its cosine with every centre of a map, in their order. */
export function catalogueProfile(near: Float32Array): CatalogueProfile {
  let most = -1;
  for (let entry = 0; entry < near.length; entry += 1) if (near[entry]! > most) most = near[entry]!;
  return { sharp: sharesOf(near, most, SHARP), blurred: sharesOf(near, most, BLURRED) };
}

function sharesOf(near: Float32Array, most: number, spread: number): Shares {
  const entries: number[] = [];
  const shares: number[] = [];
  let sum = 0;
  // Further away than this a share is too small to count, and looking is cheaper than the exponential.
  const least = most + spread * Math.log(LEAST);
  for (let entry = 0; entry < near.length; entry += 1) {
    const like = near[entry]!;
    if (like < least) continue;
    const share = Math.exp((like - most) / spread);
    entries.push(entry);
    shares.push(share);
    sum += share;
  }
  return { entries, roots: shares.map((share) => Math.sqrt(share / sum)) };
}

/** From 0, nothing in common, to 1, the same profile. */
export const profileOverlap = (a: CatalogueProfile, b: CatalogueProfile): ProfileOverlap => ({
  sharp: commonOf(a.sharp, b.sharp),
  blurred: commonOf(a.blurred, b.blurred),
});

function commonOf(a: Shares, b: Shares): number {
  let sum = 0;
  let at = 0;
  for (let index = 0; index < a.entries.length; index += 1) {
    const entry = a.entries[index]!;
    while (at < b.entries.length && b.entries[at]! < entry) at += 1;
    if (b.entries[at] === entry) sum += a.roots[index]! * b.roots[at]!;
  }
  return Math.min(1, sum);
}
