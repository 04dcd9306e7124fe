/** Answers what was made for a key a moment ago, or makes it. */
export type Cached = <T>(key: string, make: () => Promise<T>) => Promise<T>;

interface Kept {
  readonly at: number;
  readonly answer: Promise<unknown>;
}

/** Long enough for those who look at a list at the same time, too short to be missed. */
const KEPT_MS = 10_000;
const KEPT = new WeakMap<object, Map<string, Kept>>();

/** What is worked out for one asker serves others for ten seconds; `owner` is whose answers they are. */
export function briefCache(owner: object, now: string): Cached {
  const time = Date.parse(now);
  const kept = KEPT.get(owner) ?? new Map<string, Kept>();
  KEPT.set(owner, kept);
  for (const [key, { at }] of kept) if (Math.abs(time - at) >= KEPT_MS) kept.delete(key);
  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known !== undefined) return known.answer as Promise<T>;
    const answer = make();
    kept.set(key, { at: time, answer });
    answer.catch(() => kept.delete(key));
    return answer;
  };
}
