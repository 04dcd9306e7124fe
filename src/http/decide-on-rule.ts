import type { RuleBusy } from "../app/rule/decide-rule.ts";
import type { Result } from "../core/result.ts";
import type { Rule } from "../core/rule/rule.ts";
import type { RuleCommand, RuleProblem } from "../core/rule/rule-command.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import type { ProblemCode } from "./problem-codes.ts";
import { seenRevision } from "./revision-tag.ts";
import { answer, type RouteRequest } from "./route.ts";
import { judgedBy, toRule } from "./schemas/rules.ts";
import { deciderOf } from "./agent-scope.ts";

/** Each of a union's members without some of its fields. */
export type Without<C, K extends string> = C extends unknown ? Omit<C, K> : never;

/** What every decision about a rule may be refused with. */
export const DECISION_PROBLEMS: readonly ProblemCode[] = [
  "rule_not_found",
  "revision_changed",
  "not_a_person",
  "rule_busy",
];

/** What is refused about the version that somebody has seen. */
export const VERSION_PROBLEMS: readonly ProblemCode[] = [
  ...DECISION_PROBLEMS,
  "stale_version",
  "nothing_pending",
  "already_active",
];

/** Does to a rule what the asker says, over the revision that they name, and answers the rule as it is then. */
export async function decideOnRule(
  request: Pick<RouteRequest<{ readonly rule_id: string }>, "params" | "principal" | "ifMatch">,
  command: Without<RuleCommand, "by">,
  context: HttpContext,
) {
  const by = deciderOf(request.principal);
  const { params, ifMatch } = request;
  const decided = await context.emend.rules.decide(params.rule_id, { ...command, by }, seenRevision(ifMatch));
  return toldRule(decided, context);
}

export async function toldRule(decided: Result<Rule, RuleProblem | RuleBusy>, context: HttpContext) {
  if (!decided.ok) throw new HttpProblem(decided.error.code, decided.error.message);
  const rule = decided.value;
  return answer(200, toRule(rule, await judgedBy(context)), { etag: String(rule.revision) });
}
