import type { RuleActor } from "../../core/feedback/feedback.ts";
import { defined } from "../../core/defined.ts";
import { fail, type Result, ok } from "../../core/result.ts";
import { findVersion, type Rule, type RuleType } from "../../core/rule/rule.ts";
import type { RuleCommand, RuleProblem } from "../../core/rule/rule-command.ts";
import { atRevision, type Seen } from "../retry-on-conflict.ts";
import { type DecideParts, decideRule, type RuleBusy } from "./decide-rule.ts";

export interface RuleModification {
  readonly by: RuleActor;
  /** The version that the asker has seen; what is left out stays as it is there. */
  readonly version: number;
  readonly text?: string;
  readonly type?: RuleType;
  readonly agents?: readonly string[];
  readonly paths?: readonly string[];
  /** Why, for those who must approve it. */
  readonly reason?: string;
}

/** Changes some of a rule's words, as a new version whose approvals start again. */
export const modifyRule = (parts: DecideParts) => {
  const decide = decideRule(parts);
  return async (
    id: string,
    change: RuleModification,
    seen: Seen = {},
  ): Promise<Result<Rule, RuleProblem | RuleBusy>> => {
    const rule = await atRevision(parts.rules, seen).find(id);
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
    return decide(id, command, seen);
  };
};

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
