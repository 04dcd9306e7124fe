/** Counts what names use up in windows of a fixed length; the least recently seen names are forgotten first. */
export interface RateLimit {
  /** Seconds to wait, or 0 if so much more is fine. What is refused uses nothing up. */
  readonly take: (name: string, amount?: number) => number;
}

const MINUTE_MS = 60_000;
const MOST_NAMES = 10_000;

/** So much in each window; 0 for any amount. */
export function createRateLimit(most: number, nowMs: () => number, windowMs = MINUTE_MS): RateLimit {
  const seen = new Map<string, { count: number; until: number }>();
  const entryOf = (name: string, now: number): { count: number; until: number } => {
    const known = seen.get(name);
    if (known !== undefined && known.until > now) return known;
    seen.delete(name);
    if (seen.size >= MOST_NAMES) seen.delete(seen.keys().next().value!);
    const made = { count: 0, until: now + windowMs };
    seen.set(name, made);
    return made;
  };
  return {
    take: (name, amount = 1) => {
      if (most === 0) return 0;
      const now = nowMs();
      const entry = entryOf(name, now);
      if (entry.count + amount > most) return Math.max(1, Math.ceil((entry.until - now) / 1_000));
      entry.count += amount;
      return 0;
    },
  };
}
