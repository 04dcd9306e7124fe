import type { ActiveRuleEffect } from "../../core/rule/select-rules.ts";
import { type MeasureParts, measureRules } from "./measure-rules.ts";

/** Answers what was made for a key a moment ago, or makes it. */
export type Cached = <T>(key: string, make: () => Promise<T>) => Promise<T>;

interface CacheEntry {
  readonly at: number;
  readonly answer: Promise<unknown>;
}

/** Long enough for those who look at a list at the same time, too short to be missed. */
const TTL_MS = 10_000;
const CACHES = new WeakMap<object, Map<string, CacheEntry>>();

/** What is worked out for one asker serves others for ten seconds; `owner` is whose answers they are. */
export function briefCache(owner: object, now: string): Cached {
  const time = Date.parse(now);
  const kept = CACHES.get(owner) ?? new Map<string, CacheEntry>();
  CACHES.set(owner, kept);
  for (const [key, { at }] of kept) if (Math.abs(time - at) >= TTL_MS) kept.delete(key);
  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known !== undefined) return known.answer as Promise<T>;
    const answer = make();
    kept.set(key, { at: time, answer });
    answer.catch(() => kept.delete(key));
    return answer;
  };
}

type Effects = ReadonlyMap<string, ActiveRuleEffect>;

interface CachedEffect {
  readonly at: number;
  readonly effect: ActiveRuleEffect | undefined;
}

/** Effects are counted by the day, so that nobody misses what changed within a minute. */
const EFFECT_TTL_MS = 60_000;
const EFFECT_CACHES = new WeakMap<object, Map<string, CachedEffect>>();

/**
 * What is known of rules' effects, worked out once a minute for everybody who asks about the same store: measuring
 * takes several questions for each rule, and every crowded prompt needs the same answers.
 */
export const cachedEffects =
  (parts: MeasureParts) =>
  async (ruleIds: readonly string[]): Promise<Effects> => {
    const now = Date.parse(parts.now());
    const kept = EFFECT_CACHES.get(parts.rules) ?? new Map<string, CachedEffect>();
    EFFECT_CACHES.set(parts.rules, kept);
    for (const [id, { at }] of kept) if (Math.abs(now - at) >= EFFECT_TTL_MS) kept.delete(id);
    const missing = ruleIds.filter((id) => !kept.has(id));
    if (missing.length > 0) {
      const { effects } = await measureRules(parts)({ ruleIds: missing, flag: false });
      for (const id of missing) kept.set(id, { at: now, effect: effects.get(id) });
    }
    return new Map(
      ruleIds.flatMap((id) => {
        const effect = kept.get(id)?.effect;
        return effect === undefined ? [] : [[id, effect]];
      }),
    );
  };
