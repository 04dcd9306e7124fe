import { fail, type Result } from "../result.ts";
import { approve } from "./decide/approve.ts";
import { defer, expire, reject } from "./decide/close-proposal.ts";
import { modify, propose, rollBack } from "./decide/open-proposal.ts";
import { flag, keep, retire } from "./decide/review-rule.ts";
import type { Rule } from "./rule.ts";
import type { RuleChange, RuleCommand, RuleContext, RuleProblem } from "./rule-command.ts";

/**
 * What a command makes of a rule, or why it cannot be. Whatever puts words before an agent needs the quorum for
 * exactly those words, a roll-back included; whatever takes them out needs one person. The state is null where no
 * rule of that id, cluster or text is known. A store saves the answer only over the revision given here, and asks
 * again when another change came first.
 */
export function decideRule(
  state: Rule | null,
  command: RuleCommand,
  context: RuleContext,
): Result<RuleChange, RuleProblem> {
  if (command.type === "propose") return propose(state, command, context);
  if (state === null) {
    return fail({ code: "rule_not_found", message: "no such rule; list the rules to see which there are" });
  }
  switch (command.type) {
    case "approve":
      return approve(state, command, context);
    case "reject":
      return reject(state, command, context);
    case "modify":
      return modify(state, command, context);
    case "defer":
      return defer(state, command, context);
    case "expire":
      return expire(state, command, context);
    case "retire":
      return retire(state, command, context);
    case "roll_back":
      return rollBack(state, command, context);
    case "flag":
      return flag(state, command, context);
    case "keep":
      return keep(state, command, context);
  }
}
