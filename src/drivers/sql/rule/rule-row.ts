import { findVersion, type Rule } from "../../../core/rule/rule.ts";
import { timeOf } from "../list-feedback.ts";
import { storedKey } from "../stored-text.ts";

/** A rule as the tables hold it. */
export interface RuleRow {
  readonly id: string;
  readonly revision: number;
  readonly status: string;
  readonly cluster_id: string;
  readonly in_force_since: string;
  readonly pending_since: string;
  readonly updated_at: string;
  readonly document: string;
}

export function toRuleRow(rule: Rule): RuleRow {
  const pending = findVersion(rule, rule.pending);
  return {
    id: storedKey(rule.id),
    revision: rule.revision,
    status: rule.status,
    cluster_id: rule.cluster_id === null ? "" : storedKey(rule.cluster_id),
    in_force_since: rule.in_force_since === null ? "" : timeOf(rule.in_force_since),
    pending_since: pending === undefined ? "" : timeOf(pending.proposed_at),
    updated_at: timeOf(rule.updated_at),
    document: JSON.stringify(rule),
  };
}

/** Whom the version in force is for; the empty name stands for every agent, and nothing for no such version. */
export function agentsInForce(rule: Rule): readonly string[] {
  const version = findVersion(rule, rule.in_force);
  if (version === undefined) return [];
  const { agents } = version.scope;
  return agents.length === 0 ? [""] : [...new Set(agents.map(storedKey))];
}

/** Only what `toRuleRow` wrote is in the table. */
export const fromDocument = (document: string): Rule => JSON.parse(document) as Rule;
