/** Groups that grow by joining the two that are most alike, until none are. */
export interface Linking {
  /** The two open groups that are most alike, the smaller number first; nothing if none are so alike. */
  nearestPair(atLeast: number): readonly [into: number, from: number] | undefined;
  /** Joins two groups. */
  join(into: number, from: number): void;
  /** The group of each item. */
  owners(): Int32Array;
}

/** At most this share of the pairs between two groups may be opposites, however alike the rest are. */
export const MOST_OPPOSED = 0.2;
const APART = -1;

/**
 * Average link: two groups are as alike as their members are on average. Begins with every item as a group of its own.
 * `likeness` is how surely two items are the same, below 0 for opposites. Opposites count as not alike at all, and too
 * many of them keep two groups apart for good.
 */
export function createLinking(count: number, likeness: (a: number, b: number) => number): Linking {
  const like = new Float32Array(count * count);
  const opposed = new Uint32Array(count * count);
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) {
      const score = likeness(a, b);
      like[a * count + b] = score < 0 ? APART : score;
      like[b * count + a] = score < 0 ? APART : score;
      if (score < 0) {
        opposed[a * count + b] = 1;
        opposed[b * count + a] = 1;
      }
    }
  }
  /** Sums of the likeness between the members of two groups. */
  const sums = Float64Array.from(like, (score) => Math.max(0, score));
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
        const score = against > MOST_OPPOSED * pairs ? APART : sum / pairs;
        for (const place of [one, other * count + into]) {
          opposed[place] = against;
          sums[place] = sum;
          like[place] = score;
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
 * How alike two groups must be to be joined. Chosen on remarks of sources that the model had not been trained on, so
 * that nine of ten members belong where they are put.
 */
export const LINK_AT = 0.6;

/** The groups of two or more that average link makes of some items, each in the order of the items. */
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
 * The same in small steps, for those who must do other things in between. Two groups that are joined hold at least one
 * pair that is so alike, so items that no chain of such pairs connects are linked apart.
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

/** The items that chains of near pairs connect, two or more together, in their order. */
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

/** Items that belong together, and the closer groups that they are made of. */
export interface LinkedGroup {
  /** Numbers of the items, in order. */
  readonly members: readonly number[];
  /** The mean likeness of each two of them. */
  readonly cohesion: number;
  /** What it splits into at the next closer level; empty for a group that stays whole or falls apart. */
  readonly parts: readonly LinkedGroup[];
}

/**
 * Joins the two groups that are most alike on average, again and again, and keeps the groups as they are at each level
 * of likeness, given from the loosest to the closest. Groups of one are left out.
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
  /** The summed likeness of each two groups. */
  readonly sums: Float32Array;
  readonly groups: number[][];
  readonly open: Set<number>;
}

/** Joins groups down to a level; each remembers which other is nearest to it, so that few are looked at again. */
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
