import type { ActiveRuleEffect } from "../../core/rule/select-rules.ts";
import { type MeasureParts, measureRules } from "./measure-rules.ts";

type Effects = ReadonlyMap<string, ActiveRuleEffect>;

interface KeptEffect {
  readonly at: number;
  readonly effect: ActiveRuleEffect | undefined;
}

/** Effects are counted by the day, so that nobody misses what changed within a minute. */
const KEPT_MS = 60_000;
const KEPT = new WeakMap<object, Map<string, KeptEffect>>();

/**
 * What is known of rules' effects, worked out once a minute for everybody who asks about the same store: measuring
 * takes several questions for each rule, and every crowded prompt needs the same answers.
 */
export const cachedEffects =
  (parts: MeasureParts) =>
  async (ruleIds: readonly string[]): Promise<Effects> => {
    const now = Date.parse(parts.now());
    const kept = KEPT.get(parts.rules) ?? new Map<string, KeptEffect>();
    KEPT.set(parts.rules, kept);
    for (const [id, { at }] of kept) if (Math.abs(now - at) >= KEPT_MS) kept.delete(id);
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
