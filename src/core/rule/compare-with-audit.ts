import { canonicalJson } from "../json/json.ts";
import { findVersion, type Rule, approvedWords } from "./rule.ts";
import type { AuditEntry } from "../audit/audit-entry.ts";

/** A rule that differs from what the audit log says. */
export interface RuleFault {
  readonly rule_id: string;
  /** The entry that contradicts it, or 0 if there is none. */
  readonly seq: number;
  readonly reason: "rule_unrecorded" | "rule_changed" | "rule_missing";
  readonly message: string;
}

export interface RuleComparison {
  /** The number of rules in force. */
  readonly in_force: number;
  /** Rules that the log can no longer verify: their approvers were erased, or they came from the ledger. */
  readonly unverified: readonly string[];
  readonly faults: readonly RuleFault[];
}

interface LastAct {
  readonly seq: number;
  readonly inForce: boolean;
  /** Absent if a person it names was erased. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * Compares the rules in force with the acts that put them there. Add entries newest first: the first act about a
 * rule is the one that counts.
 */
export function createRuleComparison(): {
  readonly add: (entry: AuditEntry) => void;
  readonly compare: (inForce: readonly Rule[]) => RuleComparison;
} {
  const last = new Map<string, LastAct>();
  let rebuilt = false;
  return {
    add: (entry) => {
      rebuilt ||= entry.action === "ledger.rebuilt";
      const inForce = entry.action === "rule.activated";
      if ((!inForce && entry.action !== "rule.retired") || last.has(entry.subject)) return;
      const detail = entry.state === "kept" ? { detail: entry.detail } : {};
      last.set(entry.subject, { seq: entry.seq, inForce, ...detail });
    },
    compare: (rules) => {
      const unverified: string[] = [];
      const faults: RuleFault[] = [];
      for (const rule of rules) {
        const act = last.get(rule.id);
        const message = act === undefined || !act.inForce ? unrecorded(rule, act) : changed(rule, act);
        if (act === undefined && rebuilt) unverified.push(rule.id);
        else if (message === null) unverified.push(rule.id);
        else if (message !== undefined) {
          const reason = act?.inForce === true ? "rule_changed" : "rule_unrecorded";
          faults.push({ rule_id: rule.id, seq: act?.seq ?? 0, reason, message });
        }
      }
      const present = new Set(rules.map(({ id }) => id));
      for (const [id, { seq, inForce }] of last) {
        if (!inForce || present.has(id)) continue;
        const message = `entry ${seq} brought rule ${id} into force and no later entry retired it, but it is not in force in the store`;
        faults.push({ rule_id: id, seq, reason: "rule_missing", message });
      }
      return { in_force: rules.length, unverified, faults };
    },
  };
}

const unrecorded = ({ id, in_force }: Rule, act: LastAct | undefined): string =>
  act === undefined
    ? `rule ${id} is in force in version ${in_force}, but no entry brought it into force`
    : `rule ${id} is in force in version ${in_force}, but entry ${act.seq} retired it`;

/** What differs from the approved version; null if the entry no longer says, undefined if nothing differs. */
function changed(rule: Rule, { seq, detail }: LastAct): string | null | undefined {
  if (detail === undefined) return null;
  const version = findVersion(rule, rule.in_force);
  if (version === undefined || detail["version"] !== version.version) {
    return `rule ${rule.id} is in force in version ${rule.in_force}, but entry ${seq} brought version ${String(detail["version"])} into force`;
  }
  const words: Readonly<Record<string, unknown>> = { text: version.text, ...approvedWords(version) };
  const other = Object.keys(words).find(
    (name) => detail[name] !== undefined && canonicalJson(detail[name]) !== canonicalJson(words[name]),
  );
  return other === undefined
    ? undefined
    : `the ${other} of rule ${rule.id} differs from the one that entry ${seq} brought into force`;
}
