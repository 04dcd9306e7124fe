import type { ActiveRuleEffect } from "../../core/rule/select-rules.ts";
import { type MeasureParts, measureRules } from "./measure-rules.ts";

/** Returns a recent result for a key, or computes it. */
export type Cached = <T>(key: string, make: () => Promise<T>) => Promise<T>;

interface CacheEntry {
  readonly at: number;
  readonly answer: Promise<unknown>;
}

/** Long enough for people who look at a list at the same time, too short to be noticed. */
const TTL_MS = 10_000;
const CACHES = new WeakMap<object, Map<string, CacheEntry>>();

/** Shares results for ten seconds; `owner` is the store they belong to. */
export function briefCache(owner: object, now: string): Cached {
  const time = Date.parse(now);
  const entries = CACHES.get(owner) ?? new Map<string, CacheEntry>();
  CACHES.set(owner, entries);
  for (const [key, { at }] of entries) if (Math.abs(time - at) >= TTL_MS) entries.delete(key);
  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const known = entries.get(key);
    if (known !== undefined) return known.answer as Promise<T>;
    const answer = make();
    entries.set(key, { at: time, answer });
    answer.catch(() => entries.delete(key));
    return answer;
  };
}

type Effects = ReadonlyMap<string, ActiveRuleEffect>;

interface CachedEffect {
  readonly at: number;
  readonly effect: ActiveRuleEffect | undefined;
}

/** Effects are counted per day, so a minute makes no difference. */
const EFFECT_TTL_MS = 60_000;
const EFFECT_CACHES = new WeakMap<object, Map<string, CachedEffect>>();

/**
 * The effects of rules, computed once a minute per store: measuring takes several queries per rule, and every
 * crowded prompt needs the same results.
 */
export const cachedEffects =
  (parts: MeasureParts) =>
  async (ruleIds: readonly string[]): Promise<Effects> => {
    const now = Date.parse(parts.now());
    const entries = EFFECT_CACHES.get(parts.rules) ?? new Map<string, CachedEffect>();
    EFFECT_CACHES.set(parts.rules, entries);
    for (const [id, { at }] of entries) if (Math.abs(now - at) >= EFFECT_TTL_MS) entries.delete(id);
    const missing = ruleIds.filter((id) => !entries.has(id));
    if (missing.length > 0) {
      const { effects } = await measureRules(parts)({ ruleIds: missing, flag: false });
      for (const id of missing) entries.set(id, { at: now, effect: effects.get(id) });
    }
    return new Map(
      ruleIds.flatMap((id) => {
        const effect = entries.get(id)?.effect;
        return effect === undefined ? [] : [[id, effect]];
      }),
    );
  };
