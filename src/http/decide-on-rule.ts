import type { RuleBusy } from "../app/rule/decide-rule.ts";
import type { Result } from "../core/result.ts";
import type { Rule } from "../core/rule/rule.ts";
import type { RuleCommand, RuleProblem } from "../core/rule/rule-command.ts";
import type { HttpContext } from "./http-context.ts";
import { valueOrProblem } from "./http-problem.ts";
import type { ProblemCode } from "./problem-codes.ts";
import { expectedRevision } from "./revision-tag.ts";
import { respond, type RouteRequest } from "./route.ts";
import { loadApprovalPolicy, toRule } from "./schemas/rules.ts";
import { deciderOf } from "./agent-scope.ts";

/** `Omit` that distributes over the members of a union. */
export type Without<C, K extends string> = C extends unknown ? Omit<C, K> : never;

export const DECISION_PROBLEMS: readonly ProblemCode[] = [
  "rule_not_found",
  "revision_changed",
  "not_a_person",
  "rule_busy",
];

/** For decisions that name the version they are about. */
export const VERSION_PROBLEMS: readonly ProblemCode[] = [
  ...DECISION_PROBLEMS,
  "stale_version",
  "nothing_pending",
  "already_active",
];

/** Applies the caller's command to the revision in If-Match, and responds with the changed rule. */
export async function decideOnRule(
  request: Pick<RouteRequest<{ readonly rule_id: string }>, "params" | "principal" | "ifMatch">,
  command: Without<RuleCommand, "by">,
  context: HttpContext,
) {
  const by = deciderOf(request.principal);
  const { params, ifMatch } = request;
  const decided = await context.emend.rules.decide(
    params.rule_id,
    { ...command, by },
    expectedRevision(ifMatch),
  );
  return respondWithRule(decided, context);
}

export async function respondWithRule(decided: Result<Rule, RuleProblem | RuleBusy>, context: HttpContext) {
  const rule = valueOrProblem(decided);
  return respond(200, toRule(rule, await loadApprovalPolicy(context)), { etag: String(rule.revision) });
}
