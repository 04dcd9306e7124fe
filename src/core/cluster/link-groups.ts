/** Agglomerative clustering, step by step. */
export interface Linking {
  /** The two most similar groups, smaller index first; undefined if none reach the threshold. */
  nearestPair(atLeast: number): readonly [into: number, from: number] | undefined;
  join(into: number, from: number): void;
  /** The group of each item. */
  owners(): Int32Array;
}

/** The largest share of opposite pairs between two groups that may be joined. */
export const MAX_OPPOSED_SHARE = 0.2;
const APART = -1;

/**
 * Average linkage: the similarity of two groups is the mean over their members. Every item starts as its own group.
 * `likeness` is negative for opposites, which count as 0, and too many of them keep two groups apart for good.
 */
export function createLinking(count: number, likeness: (a: number, b: number) => number): Linking {
  const like = new Float32Array(count * count);
  const opposed = new Uint32Array(count * count);
  /** Summed likeness between the members of two groups. */
  const sums = new Float64Array(count * count);
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) {
      const score = likeness(a, b);
      like[a * count + b] = score < 0 ? APART : score;
      like[b * count + a] = score < 0 ? APART : score;
      sums[a * count + b] = Math.max(0, like[a * count + b]!);
      sums[b * count + a] = sums[a * count + b]!;
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
    join: (into, from) => {
      open[from] = 0;
      owner[from] = into;
      sizes[into] = sizes[into]! + sizes[from]!;
      for (let other = 0; other < count; other += 1) {
        if (other === into || open[other] === 0) continue;
        const [one, two] = [into * count + other, from * count + other];
        const [against, sum] = [opposed[one]! + opposed[two]!, sums[one]! + sums[two]!];
        const pairs = sizes[into] * sizes[other]!;
        const score = against > MAX_OPPOSED_SHARE * pairs ? APART : sum / pairs;
        for (const cell of [one, other * count + into]) {
          opposed[cell] = against;
          sums[cell] = sum;
          like[cell] = score;
        }
        if (nearest[other] === into || nearest[other] === from) seek(other);
        else if (score > like[other * count + nearest[other]!]!) nearest[other] = into;
      }
      seek(into);
    },
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

/**
 * The similarity needed to join groups. Chosen on remarks from sources the model was not trained on, so that nine
 * of ten members are placed correctly.
 */
export const LINK_AT = 0.6;

/** The groups of two or more items, each in the order of the items. */
export function linkGroups(
  count: number,
  likeness: (a: number, b: number) => number,
  atLeast = LINK_AT,
): readonly (readonly number[])[] {
  const steps = linkInSteps(count, likeness, atLeast);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * The same as a generator, for callers that have to yield. Joined groups contain at least one pair above the
 * threshold, so unconnected items are linked separately.
 */
export function* linkInSteps(
  count: number,
  likeness: (a: number, b: number) => number,
  atLeast = LINK_AT,
): Generator<void, readonly (readonly number[])[]> {
  const groups: (readonly number[])[] = [];
  for (const items of connected(count, (a, b) => likeness(a, b) >= atLeast)) {
    yield;
    const linking = createLinking(items.length, (a, b) => likeness(items[a]!, items[b]!));
    for (let pair = linking.nearestPair(atLeast); pair !== undefined; pair = linking.nearestPair(atLeast)) {
      linking.join(...pair);
      yield;
    }
    const parts = Map.groupBy(linking.owners().entries(), ([, owner]) => owner);
    for (const members of parts.values()) {
      if (members.length > 1) groups.push(members.map(([at]) => items[at]!));
    }
  }
  return groups.toSorted(([a = 0], [b = 0]) => a - b);
}

/** Connected components of near pairs, two or more items each, in order. */
function connected(count: number, isNear: (a: number, b: number) => boolean): readonly (readonly number[])[] {
  const root = Int32Array.from({ length: count }, (_, at) => at);
  const rootOf = (item: number): number => {
    let at = item;
    while (root[at] !== at) {
      root[at] = root[root[at]!]!;
      at = root[at]!;
    }
    return at;
  };
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) {
      if (isNear(a, b)) root[rootOf(b)] = rootOf(a);
    }
  }
  const parts = Map.groupBy(
    Array.from({ length: count }, (_, at) => at),
    rootOf,
  );
  return [...parts.values()].filter((items) => items.length > 1);
}

/** A group of items with its tighter subgroups. */
export interface LinkedGroup {
  /** Indexes of the items, in order. */
  readonly members: readonly number[];
  /** The mean likeness of all pairs. */
  readonly cohesion: number;
  /** Its subgroups at the next level; empty if it stays whole or falls apart. */
  readonly parts: readonly LinkedGroup[];
}

/**
 * Average linkage that keeps the groups at each similarity level, from the loosest to the tightest. Single items
 * are left out.
 */
export function averageLink(
  count: number,
  likeness: (a: number, b: number) => number,
  levels: readonly number[],
): readonly LinkedGroup[] {
  const pairs = new Float32Array(count * count);
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) {
      const like = likeness(a, b);
      pairs[a * count + b] = like;
      pairs[b * count + a] = like;
    }
  }
  const cohesionOf = (members: readonly number[]): number => {
    let sum = 0;
    for (const [at, a] of members.entries()) {
      for (const b of members.slice(at + 1)) sum += pairs[a * count + b]!;
    }
    return sum / Math.max(1, (members.length * (members.length - 1)) / 2);
  };
  const groups = Array.from({ length: count }, (_, at) => [at]);
  const open = new Set(groups.keys());
  const joinDownTo = createJoining({ count, sums: Float32Array.from(pairs), groups, open });
  let inner: readonly LinkedGroup[] = [];
  for (const level of levels.toSorted((a, b) => b - a)) {
    joinDownTo(level);
    const known = inner;
    inner = [...open]
      .map((at) => groups[at]!.toSorted((a, b) => a - b))
      .filter((members) => members.length > 1)
      .map((members) => {
        const held = new Set(members);
        const parts = known.filter((part) => held.has(part.members[0]!));
        const [only] = parts;
        if (parts.length === 1 && only!.members.length === members.length) return only!;
        return { members, cohesion: cohesionOf(members), parts };
      });
  }
  return inner;
}

interface Joining {
  readonly count: number;
  /** The summed likeness of each pair of groups. */
  readonly sums: Float32Array;
  readonly groups: number[][];
  readonly open: Set<number>;
}

/** Joins groups down to a level; each remembers its nearest neighbour, so that few are searched again. */
function createJoining({ count, sums, groups, open }: Joining): (level: number) => void {
  const nearest = new Int32Array(count).fill(-1);
  const meanOf = (a: number, b: number): number =>
    sums[a * count + b]! / (groups[a]!.length * groups[b]!.length);
  const seek = (of: number): void => {
    let best = -1;
    for (const other of open) {
      if (other !== of && (best === -1 || meanOf(of, other) > meanOf(of, best))) best = other;
    }
    nearest[of] = best;
  };
  for (const at of open) seek(at);
  const nearestPair = (level: number): readonly [number, number] | undefined => {
    let best: readonly [number, number] | undefined;
    let most = level;
    for (const at of open) {
      const other = nearest[at]!;
      if (other === -1) continue;
      const mean = meanOf(at, other);
      if (mean < most || (best !== undefined && mean === most)) continue;
      most = mean;
      best = at < other ? [at, other] : [other, at];
    }
    return best;
  };
  return (level) => {
    for (let pair = nearestPair(level); pair !== undefined; pair = nearestPair(level)) {
      const [into, from] = pair;
      groups[into]!.push(...groups[from]!);
      open.delete(from);
      for (const other of open) {
        if (other === into) continue;
        const sum = sums[into * count + other]! + sums[from * count + other]!;
        sums[into * count + other] = sum;
        sums[other * count + into] = sum;
      }
      for (const other of open) {
        if (other === into || nearest[other] === into || nearest[other] === from) seek(other);
        else if (meanOf(other, into) > meanOf(other, nearest[other]!)) nearest[other] = into;
      }
    }
  };
}
