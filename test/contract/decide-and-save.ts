import { applyRuleCommand } from "../../src/core/rule/decide-rule.ts";
import { EXAMPLE_ID, EXAMPLE_TIME } from "../examples/example-rule.ts";
import type { Rule } from "../../src/core/rule/rule.ts";
import type { RuleCommand, RuleProblemCode } from "../../src/core/rule/rule-command.ts";
import { DEFAULT_RULE_POLICY, type RulePolicy } from "../../src/core/evaluation/rule-policy.ts";
import type { RuleStore } from "../../src/ports/rule-store.ts";

export interface Decision {
  readonly command: RuleCommand;
  readonly id?: string;
  readonly now?: string;
  readonly policy?: RulePolicy;
}

/** Decides on what the store has and saves it, again where another change came first, as a server would. */
export async function decideAndSave(
  rules: RuleStore,
  { command, id = EXAMPLE_ID, now = EXAMPLE_TIME, policy = DEFAULT_RULE_POLICY }: Decision,
): Promise<Rule | RuleProblemCode> {
  for (;;) {
    const decided = applyRuleCommand((await rules.find(id)) ?? null, command, { now, policy });
    if (!decided.ok) return decided.error.code;
    if (await rules.save(decided.value)) return decided.value.state;
  }
}
