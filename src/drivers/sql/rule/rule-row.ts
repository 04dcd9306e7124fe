import type { Selectable } from "kysely";
import { findVersion, type Rule } from "../../../core/rule/rule.ts";
import { toStoredTime } from "../stored-time.ts";
import { storedKey } from "../stored-text.ts";
import type { RuleTables } from "./rule-tables.ts";

export type RuleRow = Omit<Selectable<RuleTables["rule"]>, "seq">;

export function toRuleRow(rule: Rule): RuleRow {
  const pending = findVersion(rule, rule.pending);
  return {
    id: storedKey(rule.id),
    revision: rule.revision,
    status: rule.status,
    cluster_id: rule.cluster_id === null ? "" : storedKey(rule.cluster_id),
    in_force_since: rule.in_force_since === null ? "" : toStoredTime(rule.in_force_since),
    pending_since: pending === undefined ? "" : toStoredTime(pending.proposed_at),
    updated_at: toStoredTime(rule.updated_at),
    document: JSON.stringify(rule),
  };
}

/**
 * Agents that the version in force applies to. An empty name stands for all agents, an empty list for no version in
 * force.
 */
export function agentsInForce(rule: Rule): readonly string[] {
  const version = findVersion(rule, rule.in_force);
  if (version === undefined) return [];
  const { agents } = version.scope;
  return agents.length === 0 ? [""] : [...new Set(agents.map(storedKey))];
}

/** The table only contains what `toRuleRow` wrote. */
export const fromRuleRow = ({ document }: Pick<RuleRow, "document">): Rule => JSON.parse(document) as Rule;
