import { decideRule as decide } from "../../core/rule/decide-rule.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { RuleCommand, RuleProblem } from "../../core/rule/rule-command.ts";
import type { RulePolicy } from "../../core/rule/rule-policy.ts";
import { ok, type Result } from "../../core/result.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { saveOver } from "../save-over.ts";

export interface RuleBusy {
  readonly code: "rule_busy";
  readonly message: string;
}

const RULE_BUSY: RuleBusy = {
  code: "rule_busy",
  message: "others keep changing this rule; look at it again, then try",
};

/**
 * Does to a rule what somebody asks for. Of two who decide at once one comes first, and the other's command is
 * decided again on what that one left, so no vote is lost and none counts twice.
 */
export const decideRule =
  ({
    rules,
    policy,
    now,
  }: {
    readonly rules: RuleStore;
    readonly policy: RulePolicy;
    readonly now: () => string;
  }) =>
  (id: string, command: RuleCommand): Promise<Result<Rule, RuleProblem | RuleBusy>> =>
    saveOver(RULE_BUSY, async () => {
      const state = (await rules.find(id)) ?? null;
      const change = decide(state, command, { now: now(), policy });
      if (!change.ok) return change;
      return (await rules.save(change.value)) ? ok(change.value.state) : undefined;
    });
