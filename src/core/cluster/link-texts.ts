/** What average linking needs of its items: how surely two of them are the same, below 0 where they must stay apart. */
export type Likeness = (a: number, b: number) => number;

/**
 * Groups items so that every group holds together on average, the surest first; answers with a group number for
 * each item. It follows chains of nearest neighbours, which gives the same groups as searching for the nearest pair
 * each time, in time and memory quadratic in the items.
 */
export function linkTexts(count: number, likeness: Likeness, atLeast: number): Int32Array {
  const sums = new Float32Array(count * count);
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) {
      const like = likeness(a, b);
      sums[a * count + b] = like;
      sums[b * count + a] = like;
    }
  }
  const sizes = new Int32Array(count).fill(1);
  const owner = Int32Array.from({ length: count }, (_, at) => at);
  const open = new Uint8Array(count).fill(1);
  const average = (a: number, b: number): number => sums[a * count + b]! / (sizes[a]! * sizes[b]!);
  const nearest = (of: number, rather: number): number => {
    let best = rather;
    let most = rather === -1 ? Number.NEGATIVE_INFINITY : average(of, rather);
    for (let other = 0; other < count; other += 1) {
      if (other === of || open[other] === 0) continue;
      const like = average(of, other);
      if (like > most) {
        most = like;
        best = other;
      }
    }
    return best;
  };
  const merge = (into: number, from: number): void => {
    for (let other = 0; other < count; other += 1) {
      if (open[other] === 0 || other === into || other === from) continue;
      const sum = sums[into * count + other]! + sums[from * count + other]!;
      sums[into * count + other] = sum;
      sums[other * count + into] = sum;
    }
    sizes[into] = sizes[into]! + sizes[from]!;
    open[from] = 0;
    owner[from] = into;
  };
  const chain: number[] = [];
  for (let start = 0; start < count; start += 1) {
    if (open[start] === 0) continue;
    chain.push(start);
    while (chain.length > 0) {
      const last = chain[chain.length - 1]!;
      const before = chain.at(-2) ?? -1;
      const next = nearest(last, before);
      if (next === -1 || average(last, next) < atLeast) {
        // Nothing will ever be nearer to it, so it is whole.
        open[last] = 0;
        chain.pop();
        continue;
      }
      if (next !== before) {
        chain.push(next);
        continue;
      }
      chain.length -= 2;
      merge(Math.min(last, next), Math.max(last, next));
      if (chain.length === 0) chain.push(Math.min(last, next));
    }
  }
  return Int32Array.from(owner, (_, at) => rootOf(owner, at));
}

function rootOf(owner: Int32Array, item: number): number {
  let root = item;
  while (owner[root] !== root) root = owner[root]!;
  return root;
}
