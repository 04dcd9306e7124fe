/** Counts requests per name in windows of a minute; the least recently seen names are forgotten first. */
export interface RateLimit {
  /** Seconds to wait, or 0 where one more is fine. */
  readonly take: (name: string) => number;
}

const WINDOW_MS = 60_000;
const MOST_NAMES = 10_000;

export function createRateLimit(perMinute: number, nowMs: () => number): RateLimit {
  const seen = new Map<string, { count: number; until: number }>();
  return {
    take: (name) => {
      if (perMinute === 0) return 0;
      const now = nowMs();
      const entry = seen.get(name);
      if (entry === undefined || entry.until <= now) {
        seen.delete(name);
        if (seen.size >= MOST_NAMES) seen.delete(seen.keys().next().value!);
        seen.set(name, { count: 1, until: now + WINDOW_MS });
        return 0;
      }
      entry.count += 1;
      return entry.count <= perMinute ? 0 : Math.max(1, Math.ceil((entry.until - now) / 1_000));
    },
  };
}
