import type { AuditEntry } from "../audit/audit-entry.ts";
import { CHECK_STATES, type CheckState, type RuleCheck } from "../check/rule-check.ts";

export const CHECK_ACTIONS = ["check.drafted", "check.approved", "check.moved", "check.retired"] as const;

interface CheckPosition {
  readonly state: CheckState;
  readonly running: number | null;
  readonly pending: number | null;
}

const DRAFTED: CheckPosition = { state: "drafted", running: null, pending: null };

/**
 * A check as it was at a moment, from the entries about it, oldest first. Undefined if there was none yet, `unknown` if
 * the entries no longer say: their people were erased, or the store was rebuilt from the ledger.
 */
export function checkAt(
  check: RuleCheck,
  entries: readonly AuditEntry[],
  at: string,
): RuleCheck | "unknown" | undefined {
  if (check.created_at > at) return undefined;
  if (check.updated_at <= at) return check;
  const own = entries.filter(({ subject, time }) => subject === check.id && time <= at);
  if (own.length === 0) return "unknown";
  let position: CheckPosition | undefined = DRAFTED;
  for (const entry of own) position = moved(position, entry);
  if (position === undefined) return "unknown";
  return { ...check, ...position, versions: check.versions.filter(({ proposed_at }) => proposed_at <= at) };
}

/** Undefined if the position is not known. */
function moved(before: CheckPosition | undefined, entry: AuditEntry): CheckPosition | undefined {
  if (entry.action === "check.retired") return { state: "retired", running: null, pending: null };
  if (entry.state !== "kept") return undefined;
  const { version, to, given, required } = entry.detail;
  if (typeof version !== "number") return undefined;
  if (entry.action === "check.moved") {
    const state = CHECK_STATES.find((each) => each === to);
    if (state === undefined) return undefined;
    const pending = before?.pending === version ? null : (before?.pending ?? null);
    return { state, running: version, pending };
  }
  if (before === undefined) return undefined;
  if (entry.action === "check.drafted")
    return { ...before, pending: version, state: before.running === null ? "drafted" : before.state };
  if (typeof given !== "number" || typeof required !== "number") return undefined;
  if (given < required || before.pending !== version) return before;
  return { state: before.running === null ? "watching" : before.state, running: version, pending: null };
}
