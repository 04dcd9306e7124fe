/** Where the entries of a catalogue of known mistakes lie: one vector of length 1 for each. */
export interface CatalogueMap {
  readonly ids: readonly string[];
  readonly centres: readonly Float32Array[];
}

/** Which known mistakes a text is nearest to: few entries, by number, whose shares add up to about 1. */
export interface CatalogueProfile {
  readonly entries: readonly number[];
  /** The root of each share, so that the overlap of two profiles is a sum of products. */
  readonly roots: readonly number[];
}

/** How fast a share falls with distance: an entry 0.07 further away has a tenth. */
const SPREAD = 0.03;
/** Entries with less than this of the nearest one's share tell nothing. */
const LEAST = 0.002;

/** The profile of a text by its cosine with every centre of a map, in their order. */
export function catalogueProfile(near: Float32Array): CatalogueProfile {
  let most = -1;
  for (const like of near) if (like > most) most = like;
  const entries: number[] = [];
  const shares: number[] = [];
  let sum = 0;
  for (const [entry, like] of near.entries()) {
    const share = Math.exp((like - most) / SPREAD);
    if (share < LEAST) continue;
    entries.push(entry);
    shares.push(share);
    sum += share;
  }
  return { entries, roots: shares.map((share) => Math.sqrt(share / sum)) };
}

/** From 0, nothing in common, to 1, the same profile. */
export function profileOverlap(a: CatalogueProfile, b: CatalogueProfile): number {
  let sum = 0;
  let at = 0;
  for (const [index, entry] of a.entries.entries()) {
    while (at < b.entries.length && b.entries[at]! < entry) at += 1;
    if (b.entries[at] === entry) sum += a.roots[index]! * b.roots[at]!;
  }
  return Math.min(1, sum);
}

/** The entry with the largest share, and that share. */
export function nearestEntry({ entries, roots }: CatalogueProfile): {
  readonly entry: number;
  readonly share: number;
} {
  let best = 0;
  for (let at = 1; at < entries.length; at += 1) if (roots[at]! > roots[best]!) best = at;
  return { entry: entries[best] ?? -1, share: (roots[best] ?? 0) ** 2 };
}
