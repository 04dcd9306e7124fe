/** Groups that grow by joining the two that are most alike, until none are. */
export interface Linking {
  /** The two open groups that are most alike, the smaller number first; nothing where none are so alike. */
  nearestPair(atLeast: number): readonly [into: number, from: number] | undefined;
  /** Joins two; `likeness` tells how like the joined one is to every other by number. */
  join(into: number, from: number, likeness: (other: number) => number): void;
  /** Numbers of the groups that are left, in order. */
  open(): readonly number[];
  /** The group of each item. */
  owners(): Int32Array;
}

/** Of two groups not more than this share of pairs may be opposites, however alike their middles are. */
const MOST_OPPOSED = 0.2;

/**
 * Begins with every item as a group of its own. `likeness` is how surely two are the same, below 0 for opposites,
 * which are counted, so that a group never takes in what contradicts its members.
 */
export function createLinking(count: number, likeness: (a: number, b: number) => number): Linking {
  const like = new Float32Array(count * count);
  const opposed = new Uint32Array(count * count);
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) {
      const score = likeness(a, b);
      like[a * count + b] = score;
      like[b * count + a] = score;
      if (score < 0) {
        opposed[a * count + b] = 1;
        opposed[b * count + a] = 1;
      }
    }
  }
  const sizes = new Uint32Array(count).fill(1);
  const owner = Int32Array.from({ length: count }, (_, at) => at);
  const open = new Uint8Array(count).fill(1);
  const nearest = new Int32Array(count).fill(-1);
  const seek = (of: number): void => {
    let best = -1;
    for (let other = 0; other < count; other += 1) {
      if (other === of || open[other] === 0) continue;
      if (best === -1 || like[of * count + other]! > like[of * count + best]!) best = other;
    }
    nearest[of] = best;
  };
  for (let at = 0; at < count; at += 1) seek(at);
  return {
    nearestPair: (atLeast) => {
      let best: readonly [number, number] | undefined;
      let most = atLeast;
      for (let at = 0; at < count; at += 1) {
        const other = nearest[at]!;
        if (open[at] === 0 || other === -1) continue;
        const score = like[at * count + other]!;
        if (score < most || (best !== undefined && score === most)) continue;
        most = score;
        best = at < other ? [at, other] : [other, at];
      }
      return best;
    },
    join: (into, from, likenessTo) => {
      open[from] = 0;
      owner[from] = into;
      sizes[into] = sizes[into]! + sizes[from]!;
      for (let other = 0; other < count; other += 1) {
        if (other === into || open[other] === 0) continue;
        const against = opposed[into * count + other]! + opposed[from * count + other]!;
        opposed[into * count + other] = against;
        opposed[other * count + into] = against;
        const apart = against > MOST_OPPOSED * sizes[into] * sizes[other]!;
        const score = apart ? -1 : likenessTo(other);
        like[into * count + other] = score;
        like[other * count + into] = score;
        if (nearest[other] === into || nearest[other] === from) seek(other);
        else if (score > like[other * count + nearest[other]!]!) nearest[other] = into;
      }
      seek(into);
    },
    open: () => Array.from(open.keys()).filter((at) => open[at] === 1),
    owners: () => {
      const found = Int32Array.from(owner);
      for (let at = 0; at < count; at += 1) {
        let group = at;
        while (owner[group] !== group) group = owner[group]!;
        found[at] = group;
      }
      return found;
    },
  };
}
