/** The unit vectors of a catalogue's entries. */
export interface CatalogueMap {
  readonly ids: readonly string[];
  readonly centres: readonly Float32Array[];
}

/** The nearest known mistakes of a text: few entries by index, with shares that add up to about 1. */
interface Shares {
  readonly entries: readonly number[];
  /** The square root of each share, so that the overlap is a sum of products. */
  readonly roots: readonly number[];
}

/**
 * A text's profile at two resolutions: sharp for what the catalogue contains, blurred for what is between its
 * entries.
 */
export interface CatalogueProfile {
  readonly sharp: Shares;
  readonly blurred: Shares;
}

/** The overlap of two profiles, each from 0 to 1. */
export interface ProfileOverlap {
  readonly sharp: number;
  readonly blurred: number;
}

/** How fast a share falls with distance: an entry 0.035 further away has a tenth, or 0.09 if blurred. */
const SHARP = 0.015;
const BLURRED = 0.04;
/** Smaller shares, relative to the nearest, are ignored. */
const LEAST = 0.002;

/** The profile of a text from its cosines with all entries. */
export function catalogueProfile(near: Float32Array): CatalogueProfile {
  let most = -1;
  for (let entry = 0; entry < near.length; entry += 1) if (near[entry]! > most) most = near[entry]!;
  return { sharp: sharesOf(near, most, SHARP), blurred: sharesOf(near, most, BLURRED) };
}

function sharesOf(near: Float32Array, most: number, spread: number): Shares {
  const entries: number[] = [];
  const shares: number[] = [];
  let sum = 0;
  // Beyond this a share is negligible, and comparing is cheaper than the exponential.
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

/** From 0 to 1 for the same profile. */
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
