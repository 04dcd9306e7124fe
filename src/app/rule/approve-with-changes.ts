import { ok, type Result } from "../../core/result.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { RuleProblem } from "../../core/rule/rule-command.ts";
import type { Seen } from "../retry-on-conflict.ts";
import { type DecideParts, decideRule, type RuleBusy } from "./decide-rule.ts";
import { modifyRule, type RuleModification } from "./modify-rule.ts";

export interface ApprovedChanges {
  readonly rule: Rule;
  /** The version that now holds the words. */
  readonly version: number;
  /** Why the words wait for somebody else's approval; null if the writer's own counts. */
  readonly refused: RuleProblem | RuleBusy | null;
}

/**
 * One person's yes to a rule in their own words: a new version of which they are the proposer, and their approval of it
 * as far as a proposer's counts. The words stay even if it does not.
 */
export const approveWithChanges = (parts: DecideParts) => {
  const modify = modifyRule(parts);
  const decide = decideRule(parts);
  return async (
    id: string,
    change: RuleModification,
    seen: Seen = {},
  ): Promise<Result<ApprovedChanges, RuleProblem | RuleBusy>> => {
    const { by } = change;
    const modified = await modify(id, change, seen);
    if (!modified.ok && modified.error.code !== "nothing_changed") return modified;
    const version = modified.ok ? modified.value.pending! : change.version;
    const approved = await decide(id, { type: "approve", by, version });
    if (approved.ok) return ok({ rule: approved.value, version, refused: null });
    return modified.ok ? ok({ rule: modified.value, version, refused: approved.error }) : approved;
  };
};
