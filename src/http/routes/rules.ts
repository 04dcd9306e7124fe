import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import { RULE_STATUSES } from "../../core/rule/rule.ts";
import { ruleHistory } from "../../core/rule/rule-history.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { DECISION_PROBLEMS, decideOnRule } from "../decide-on-rule.ts";
import { idField, nameField, pageSchema, pageQuery } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import {
  effectResponse,
  historyResponse,
  loadApprovalPolicy,
  reasonField,
  regressionResponse,
  ruleResponse,
  ruleSummaryResponse,
  toRule,
  toRuleSummary,
  versionField,
} from "../schemas/rules.ts";
import { checkedRuleResponse } from "../schemas/checks.ts";
import { timelineResponse } from "../schemas/effect-timeline.ts";
import { ifMatchNote, revisionTag } from "../revision-tag.ts";

const route = routesOf("rules");
const params = z.strictObject({ rule_id: idField });
const IF_MATCH = ifMatchNote("rule");

/** Rules: what is in force, whether it helps, and its history. */
export const RULE_ROUTES: readonly Route[] = [
  route("GET /rules", {
    id: "listRules",
    summary: "List rules, most recently changed first",
    description:
      "With `agent`, only rules for this agent; a page may then have fewer items than requested, or none, and still have a `next`.",
    permission: "read",
    query: z.strictObject({
      ...pageQuery,
      status: z
        .array(z.enum(RULE_STATUSES))
        .max(RULE_STATUSES.length)
        .optional()
        .describe("Any of these; repeat it for several."),
      agent: nameField.optional(),
      effect: z
        .boolean()
        .default(false)
        .describe("Whether to measure the effect of each rule in force, which takes longer."),
    }),
    responses: { 200: pageSchema(ruleSummaryResponse) },
    problems: ["invalid_cursor"],
    handle: async ({ query: { effect, ...query } }, context) => {
      const { rules } = context.emend;
      const approvalPolicy = await loadApprovalPolicy(context);
      const page = await rules.list(defined(query));
      const inForce = page.items.filter(({ in_force }) => in_force !== null).map(({ id }) => id);
      const measured = effect ? await rules.measure({ ruleIds: inForce, flag: false }) : undefined;
      const items = page.items.map((rule) => toRuleSummary(rule, approvalPolicy, measured?.effects));
      return respond(200, pageAnswer({ ...page, items }));
    },
  }),
  route("GET /rules/{rule_id}", {
    id: "getRule",
    summary: "Get one rule with all its versions",
    description: "The ETag is the rule's revision; pass it as If-Match to change the rule.",
    permission: "read",
    params,
    responses: { 200: checkedRuleResponse },
    problems: ["rule_not_found"],
    handle: async ({ params: { rule_id } }, context) => {
      const rule = await requireRule(context.store, rule_id);
      const checks = await context.emend.checks.briefs([rule.id]);
      const body = { ...toRule(rule, await loadApprovalPolicy(context)), checks };
      return respond(200, body, { etag: revisionTag(body, body, context) });
    },
  }),
  route("GET /rules/{rule_id}/effect", {
    id: "getRuleEffect",
    summary: "Get whether a rule in force helps",
    description:
      "How often its mistake came up before and since, in runs or in decided work, with the confidence interval of the change. There is no verdict in the first days.",
    permission: "read",
    params,
    responses: {
      200: z.object({
        effect: effectResponse,
        regression: regressionResponse
          .nullable()
          .describe("The mistake has come back since the rule took effect."),
      }),
    },
    problems: ["rule_not_found", "not_in_force"],
    handle: async ({ params: { rule_id } }, { store, emend }) => {
      const rule = await requireRule(store, rule_id);
      const { effects, alerts } = await emend.rules.measure({ ruleIds: [rule.id], flag: false });
      const effect = effects.get(rule.id);
      if (effect === undefined) {
        throw new HttpProblem("not_in_force", `the rule is ${rule.status}; only rules in force are measured`);
      }
      return respond(200, { effect, regression: alerts[0] ?? null });
    },
  }),
  route("GET /rules/{rule_id}/effect/timeline", {
    id: "getRuleEffectTimeline",
    summary: "Get how often a rule's mistake occurred, week by week",
    description:
      "Up to 12 weeks before the rule and a year in all, with the models that agents used. The day on which the rule came into force is the first of a week. A rule that was retired is shown until then.",
    permission: "read",
    params,
    responses: { 200: timelineResponse },
    problems: ["rule_not_found", "not_in_force"],
    handle: async ({ params: { rule_id } }, { store, emend }) => {
      const rule = await requireRule(store, rule_id);
      const timeline = await emend.rules.timeline(rule);
      if (timeline === undefined) {
        throw new HttpProblem("not_in_force", `the rule is ${rule.status}, and never was in force`);
      }
      return respond(200, timeline);
    },
  }),
  route("GET /rules/{rule_id}/history", {
    id: "getRuleHistory",
    summary: "Get every version of a rule, and what people decided",
    permission: "read",
    params,
    responses: { 200: historyResponse },
    problems: ["rule_not_found"],
    handle: async ({ params: { rule_id } }, { store }) => {
      const rule = await requireRule(store, rule_id);
      const { id, revision, status, versions } = rule;
      const acts = ruleHistory(rule);
      return respond(200, { rule_id: id, revision, status, acts, versions }, { etag: String(revision) });
    },
  }),
  route("POST /rules/{rule_id}/retire", {
    id: "retireRule",
    summary: "Take a rule out of force immediately",
    description: `One person is enough. The reason is shown if the same rule is proposed again. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ reason: reasonField }),
    responses: { 200: ruleResponse },
    problems: [...DECISION_PROBLEMS, "reason_required", "not_in_force"],
    handle: (request, context) => decideOnRule(request, { type: "retire", ...request.body }, context),
  }),
  route("POST /rules/{rule_id}/roll-back", {
    id: "rollBackRule",
    summary: "Propose the text of an earlier version again",
    description: `It needs the same approvals as any other; the version in force stays until then. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({
      to: versionField.describe("The version to go back to."),
      reason: reasonField,
    }),
    responses: { 200: ruleResponse },
    problems: [
      ...DECISION_PROBLEMS,
      "reason_required",
      "no_such_version",
      "never_in_force",
      "already_active",
      "too_many_versions",
    ],
    handle: (request, context) => decideOnRule(request, { type: "roll_back", ...request.body }, context),
  }),
  route("POST /rules/{rule_id}/keep", {
    id: "keepRule",
    summary: "Keep a flagged rule",
    description: `Its effect is measured from now on. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ reason: reasonField }),
    responses: { 200: ruleResponse },
    problems: [...DECISION_PROBLEMS, "reason_required", "not_flagged"],
    handle: (request, context) => decideOnRule(request, { type: "keep", ...request.body }, context),
  }),
];

async function requireRule({ rules }: { readonly rules: Pick<RuleStore, "find"> }, id: string) {
  const rule = await rules.find(id);
  if (rule === undefined) throw new HttpProblem("rule_not_found", "there is no rule with this id");
  return rule;
}
