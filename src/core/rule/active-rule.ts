import { defined } from "../defined.ts";
import type { EffectVerdict } from "./effect.ts";
import { findVersion, type Rule, type RuleText } from "./rule.ts";

/** A rule as an agent is to follow it: the words of the version in force. */
export interface ActiveRule extends RuleText {
  readonly rule_id: string;
  readonly version: number;
  readonly cluster_id: string | null;
  readonly flagged: boolean;
  readonly in_force_since: string;
  readonly evidence_count: number;
  /** What is known of its effect; absent before anything was measured. */
  readonly effect?: ActiveRuleEffect;
}

export interface ActiveRuleEffect {
  readonly verdict: EffectVerdict;
  /** The share of recurrences that went away; null where it cannot be told. */
  readonly reduction: number | null;
}

/** The version in force, or nothing where none is. */
export function toActiveRule(rule: Rule, effect?: ActiveRuleEffect): ActiveRule | undefined {
  const version = findVersion(rule, rule.in_force);
  if (version === undefined || rule.in_force_since === null) return undefined;
  // No store holds such a rule. If one did, its agents would get nothing rather than an empty line.
  if (version.wants_words !== undefined || version.text.trim() === "") return undefined;
  const { type, text, reason, insertion_point, scope } = version;
  return {
    rule_id: rule.id,
    version: version.version,
    cluster_id: rule.cluster_id,
    flagged: rule.flag !== null,
    in_force_since: rule.in_force_since,
    evidence_count: version.evidence.length,
    type,
    text,
    reason,
    insertion_point,
    scope,
    ...defined({ effect }),
  };
}
