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
