import type { RuleActor } from "../../core/feedback/feedback.ts";
import { defined } from "../../core/defined.ts";
import { fail, type Result, ok } from "../../core/result.ts";
import { findVersion, type Rule, type RuleType } from "../../core/rule/rule.ts";
import type { RuleCommand, RuleProblem } from "../../core/rule/rule-command.ts";
import { atRevision, type ExpectedRevision } from "../retry-on-conflict.ts";
import { type DecideParts, decideRule, type RuleBusy } from "./decide-rule.ts";

export interface RuleModification {
  readonly by: RuleActor;
  /** The version that the caller has seen; omitted fields stay as they are there. */
  readonly version: number;
  readonly text?: string;
  readonly type?: RuleType;
  readonly agents?: readonly string[];
  readonly paths?: readonly string[];
  /** The reason, for the approvers. */
  readonly reason?: string;
}

/** Modifies a rule as a new version, whose approvals start again. */
export const modifyRule = (parts: DecideParts) => {
  const decide = decideRule(parts);
  return async (
    id: string,
    change: RuleModification,
    expected: ExpectedRevision = {},
  ): Promise<Result<Rule, RuleProblem | RuleBusy>> => {
    const rule = await atRevision(parts.rules, expected).find(id);
    if (rule === undefined) {
      return fail({
        code: "rule_not_found",
        message: "there is no such rule; list the rules to see their ids",
      });
    }
    const base = findVersion(rule, change.version);
    if (base === undefined) {
      const message = `the rule has versions 1 to ${rule.versions.length}; name one of them`;
      return fail({ code: "no_such_version", message });
    }
    const { by, version, reason } = change;
    const command: RuleCommand = {
      type: "modify",
      by,
      version,
      ...defined({ reason }),
      rule: {
        type: change.type ?? base.type,
        text: change.text ?? base.text,
        reason: base.reason,
        insertion_point: base.insertion_point,
        scope: {
          agents: change.agents ?? base.scope.agents,
          paths: change.paths ?? base.scope.paths,
        },
      },
    };
    return decide(id, command, expected);
  };
};

export interface ApprovedChanges {
  readonly rule: Rule;
  /** The new version. */
  readonly version: number;
  /** Why somebody else has to approve it; null if the writer's approval counts. */
  readonly refused: RuleProblem | RuleBusy | null;
}

/**
 * Modifies a rule and approves the new version, as far as its author may. The modification stays even if the
 * approval fails.
 */
export const approveWithChanges = (parts: DecideParts) => {
  const modify = modifyRule(parts);
  const decide = decideRule(parts);
  return async (
    id: string,
    change: RuleModification,
    expected: ExpectedRevision = {},
  ): Promise<Result<ApprovedChanges, RuleProblem | RuleBusy>> => {
    const { by } = change;
    const modified = await modify(id, change, expected);
    if (!modified.ok && modified.error.code !== "nothing_changed") return modified;
    const version = modified.ok ? modified.value.pending! : change.version;
    const approved = await decide(id, { type: "approve", by, version });
    if (approved.ok) return ok({ rule: approved.value, version, refused: null });
    return modified.ok ? ok({ rule: modified.value, version, refused: approved.error }) : approved;
  };
};
