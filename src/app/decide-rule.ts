import { decideRule as decide } from "../core/rule/decide-rule.ts";
import type { Rule } from "../core/rule/rule.ts";
import type { RuleCommand, RuleProblem } from "../core/rule/rule-command.ts";
import type { RulePolicy } from "../core/rule/rule-policy.ts";
import { fail, ok, type Result } from "../core/result.ts";
import type { RuleStore } from "../ports/rule-store.ts";

/** So often somebody else may come first before it is given up; each time one of them got through. */
const MAX_TRIES = 50;

export interface RuleBusy {
  readonly code: "rule_busy";
  readonly message: string;
}

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
  async (id: string, command: RuleCommand): Promise<Result<Rule, RuleProblem | RuleBusy>> => {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const state = (await rules.find(id)) ?? null;
      const change = decide(state, command, { now: now(), policy });
      if (!change.ok) return change;
      if (await rules.save(change.value)) return ok(change.value.state);
    }
    return fail({ code: "rule_busy", message: "others keep changing this rule; look at it again, then try" });
  };
