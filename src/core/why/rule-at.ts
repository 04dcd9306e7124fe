import type { AuditEntry } from "../audit/audit-entry.ts";
import { versionSpans } from "../rule/effect-timeline.ts";
import type { Rule } from "../rule/rule.ts";

/** A rule as it was in force at a moment; undefined if it was not. A change at that very millisecond has happened. */
export function ruleAt(rule: Rule, at: string, isFlagged: boolean): Rule | undefined {
  const span = versionSpans(rule).findLast(({ from }) => from <= at);
  if (span === undefined || (span.until !== null && span.until <= at)) return undefined;
  const { version } = span;
  const flag = { by: "emend", at, reason: "", version, verdict: "ineffective", reduction: null } as const;
  return {
    ...rule,
    status: isFlagged ? "flagged" : "active",
    in_force: version,
    in_force_since: span.from,
    flag: isFlagged ? (rule.flag ?? flag) : null,
  };
}

/** What sets or removes a flag. A removed flag leaves no trace in its rule. */
export const FLAG_ACTIONS = ["rule.flagged", "rule.kept", "rule.activated", "rule.retired"] as const;

/** The rules that were flagged at a moment. Entries are oldest first. */
export function flaggedAt(entries: readonly AuditEntry[], at: string): ReadonlySet<string> {
  const flagged = new Set<string>();
  for (const { time, action, subject } of entries) {
    if (time > at) break;
    if (action === "rule.flagged") flagged.add(subject);
    else if ((FLAG_ACTIONS as readonly string[]).includes(action)) flagged.delete(subject);
  }
  return flagged;
}
