import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import { RULE_STATUSES } from "../../core/rule/rule.ts";
import { ruleHistory } from "../../core/rule/rule-history.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { DECISION_PROBLEMS, decideOnRule } from "../decide-on-rule.ts";
import { idField, nameField, pageOf, pageQuery } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { answer, defineRoute, type Route } from "../route.ts";
import {
  effectAnswer,
  historyAnswer,
  judgedBy,
  reasonField,
  regressionAnswer,
  ruleAnswer,
  ruleSummaryAnswer,
  toRule,
  toRuleSummary,
  versionField,
} from "../schemas/rules.ts";
import { heedsIfMatch } from "../revision-tag.ts";

const tag = "rules";
const params = z.strictObject({ rule_id: idField });
const IF_MATCH = heedsIfMatch("rule");

/** Rules that agents have learned: what is in force, whether it helps, and how it came to be. */
export const RULE_ROUTES: readonly Route[] = [
  defineRoute({
    id: "listRules",
    method: "get",
    path: "/rules",
    tag,
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
        .meta({ description: "Any of these; repeat it for several." }),
      agent: nameField.optional(),
      effect: z.boolean().default(false).meta({
        description: "Whether to measure the effect of each rule in force, which takes longer.",
      }),
    }),
    answers: { 200: pageOf(ruleSummaryAnswer) },
    problems: ["invalid_cursor"],
    handle: async ({ query: { effect, ...query } }, context) => {
      const { rules } = context.emend;
      const by = await judgedBy(context);
      const page = await rules.list(defined(query));
      const inForce = page.items.filter(({ in_force }) => in_force !== null).map(({ id }) => id);
      const measured = effect ? await rules.measure({ ruleIds: inForce, flag: false }) : undefined;
      const items = page.items.map((rule) => toRuleSummary(rule, by, measured?.effects));
      return answer(200, pageAnswer({ ...page, items }));
    },
  }),
  defineRoute({
    id: "getRule",
    method: "get",
    path: "/rules/{rule_id}",
    tag,
    summary: "Get one rule with all its versions",
    description: "The ETag is the rule's revision; pass it as If-Match to change the rule.",
    permission: "read",
    params,
    answers: { 200: ruleAnswer },
    problems: ["rule_not_found"],
    handle: async ({ params: { rule_id } }, context) => {
      const rule = await findRule(context.store, rule_id);
      return answer(200, toRule(rule, await judgedBy(context)), { etag: String(rule.revision) });
    },
  }),
  defineRoute({
    id: "getRuleEffect",
    method: "get",
    path: "/rules/{rule_id}/effect",
    tag,
    summary: "Get whether a rule in force helps",
    description:
      "How often its mistake came up before and since, in runs or in decided work, with the confidence interval of the change. There is no verdict in the first days.",
    permission: "read",
    params,
    answers: {
      200: z.object({
        effect: effectAnswer,
        regression: regressionAnswer
          .nullable()
          .meta({ description: "The mistake has come back since the rule took effect." }),
      }),
    },
    problems: ["rule_not_found", "not_in_force"],
    handle: async ({ params: { rule_id } }, { store, emend }) => {
      const rule = await findRule(store, rule_id);
      const { effects, alerts } = await emend.rules.measure({ ruleIds: [rule.id], flag: false });
      const effect = effects.get(rule.id);
      if (effect === undefined) {
        throw new HttpProblem("not_in_force", `the rule is ${rule.status}; only rules in force are measured`);
      }
      return answer(200, { effect, regression: alerts[0] ?? null });
    },
  }),
  defineRoute({
    id: "getRuleHistory",
    method: "get",
    path: "/rules/{rule_id}/history",
    tag,
    summary: "Get every version of a rule, and what people decided",
    permission: "read",
    params,
    answers: { 200: historyAnswer },
    problems: ["rule_not_found"],
    handle: async ({ params: { rule_id } }, { store }) => {
      const rule = await findRule(store, rule_id);
      const { id, revision, status, versions } = rule;
      const acts = ruleHistory(rule);
      return answer(200, { rule_id: id, revision, status, acts, versions }, { etag: String(revision) });
    },
  }),
  defineRoute({
    id: "retireRule",
    method: "post",
    path: "/rules/{rule_id}/retire",
    tag,
    summary: "Take a rule out of force immediately",
    description: `One person is enough. The reason is shown if the same rule is proposed again. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ reason: reasonField }),
    answers: { 200: ruleAnswer },
    problems: [...DECISION_PROBLEMS, "reason_required", "not_in_force"],
    handle: (request, context) => decideOnRule(request, { type: "retire", ...request.body }, context),
  }),
  defineRoute({
    id: "rollBackRule",
    method: "post",
    path: "/rules/{rule_id}/roll-back",
    tag,
    summary: "Propose the text of an earlier version again",
    description: `It needs the same approvals as any other; the version in force stays until then. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({
      to: versionField.meta({ description: "The version to go back to." }),
      reason: reasonField,
    }),
    answers: { 200: ruleAnswer },
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
  defineRoute({
    id: "keepRule",
    method: "post",
    path: "/rules/{rule_id}/keep",
    tag,
    summary: "Keep a flagged rule",
    description: `Its effect is measured from now on. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ reason: reasonField }),
    answers: { 200: ruleAnswer },
    problems: [...DECISION_PROBLEMS, "reason_required", "not_flagged"],
    handle: (request, context) => decideOnRule(request, { type: "keep", ...request.body }, context),
  }),
];

async function findRule({ rules }: { readonly rules: Pick<RuleStore, "find"> }, id: string) {
  const rule = await rules.find(id);
  if (rule === undefined) throw new HttpProblem("rule_not_found", "there is no rule with this id");
  return rule;
}
