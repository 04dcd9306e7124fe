export interface Band {
  readonly low: number;
  readonly high: number;
}

const Z = 1.959_963_985;

/** Wilson score interval, which also works for small samples. */
export function wilsonInterval(hits: number, of: number): Band | undefined {
  if (of <= 0) return undefined;
  const share = hits / of;
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of);
  const half = (Z / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export interface Counted {
  readonly hits: number;
  readonly of: number;
}

/** Newcombe's interval for the difference of two proportions; undefined if either is empty. */
export function newcombeInterval(
  before: Counted,
  after: Counted,
): (Band & { readonly change: number }) | undefined {
  const [a, b] = [wilsonInterval(before.hits, before.of), wilsonInterval(after.hits, after.of)];
  if (a === undefined || b === undefined) return undefined;
  const [p, q] = [before.hits / before.of, after.hits / after.of];
  const change = q - p;
  return {
    change,
    low: change - Math.hypot(q - b.low, a.high - p),
    high: change + Math.hypot(b.high - q, p - a.low),
  };
}
