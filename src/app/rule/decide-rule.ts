import { applyRuleCommand as decide } from "../../core/rule/decide-rule.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { RuleCommand, RuleProblem } from "../../core/rule/rule-command.ts";
import type { RulePolicy } from "../../core/rule/rule-policy.ts";
import { ok, type Result } from "../../core/result.ts";
import type { PersonStore } from "../../ports/person-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { recordDecider } from "../person/meet-decider.ts";
import { atRevision, retryOnConflict, type Seen } from "../retry-on-conflict.ts";

export interface RuleBusy {
  readonly code: "rule_busy";
  readonly message: string;
}

const RULE_BUSY: RuleBusy = {
  code: "rule_busy",
  message: "others keep changing this rule; look at it again, then try",
};

export interface DecideParts {
  readonly rules: RuleStore;
  readonly people: PersonStore;
  readonly policy: RulePolicy;
  readonly now: () => string;
}

/**
 * Does to a rule what somebody asks for. Of two who decide at once one comes first, and the other's command is
 * decided again on what that one left, so no vote is lost and none counts twice.
 */
export const decideRule =
  ({ people, policy, now, ...parts }: DecideParts) =>
  async (
    id: string,
    command: RuleCommand,
    seen: Seen = {},
  ): Promise<Result<Rule, RuleProblem | RuleBusy>> => {
    const rules = atRevision(parts.rules, seen);
    const decided = await retryOnConflict<Result<Rule, RuleProblem>, RuleBusy>(RULE_BUSY, async () => {
      const state = (await rules.find(id)) ?? null;
      if (command.type !== "approve") {
        const change = decide(state, command, { now: now(), policy });
        if (!change.ok) return change;
        return (await rules.save(change.value)) ? ok(change.value.state) : undefined;
      }
      const known = await people.read();
      const change = decide(state, command, { now: now(), policy, people: known });
      if (!change.ok) return change;
      const approved = { ...change.value, people: known.known.revision };
      return (await rules.save(approved)) ? ok(approved.state) : undefined;
    });
    if (decided.ok && command.by.trust === "person") await recordDecider({ people, now })(command.by.id);
    return decided;
  };
