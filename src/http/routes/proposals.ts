import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import { API_PREFIX } from "../api-prefix.ts";
import type { Principal } from "../../core/access/token.ts";
import { ok } from "../../core/result.ts";
import { DEFAULT_INSERTION_POINT } from "../../core/rule/rule.ts";
import { ruleTextSchema } from "../../core/rule/rule-schema.ts";
import { decideOnRule, respondWithRule, DECISION_PROBLEMS, VERSION_PROBLEMS } from "../decide-on-rule.ts";
import { idField, pageSchema, pageQuery } from "../fields.ts";
import type { HttpContext } from "../http-context.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import { ifMatchNote, revisionTag, expectedRevision } from "../revision-tag.ts";
import { respond, routesOf, type Route } from "../route.ts";
import {
  batchOutcomeResponse,
  proposalResponse,
  proposalSummaryResponse,
  ruleCheckResponse,
  toProposal,
  toProposalSummary,
} from "../schemas/proposals.ts";
import { loadApprovalPolicy, reasonField, ruleResponse, toRule, versionField } from "../schemas/rules.ts";
import { deciderOf } from "../agent-scope.ts";

const route = routesOf("proposals");
const params = z.strictObject({ rule_id: idField });
const fields = ruleTextSchema.shape;
const scope = fields.scope.shape;
const ownScope = z
  .strictObject({ agents: scope.agents.default([]), paths: scope.paths.default([]) })
  .default({ agents: [], paths: [] });
const IF_MATCH = ifMatchNote("rule");

/** Rules that await a decision, and the decisions that people can make. */
export const PROPOSAL_ROUTES: readonly Route[] = [
  route("GET /proposals", {
    id: "listProposals",
    summary: "List pending proposals, largest expected benefit first",
    description:
      "Each with the reason, its cost, what contradicts it, who has approved, how many more approvals it needs, and whether it is clean, which means that it can be approved together with others.",
    permission: "read",
    query: z.strictObject({ ...pageQuery, limit: z.int().min(1).max(50).default(20) }),
    responses: {
      200: pageSchema(proposalSummaryResponse).extend({
        total: z.int().describe("All pending proposals."),
      }),
    },
    problems: ["invalid_cursor"],
    handle: async ({ query, principal }, context) => {
      const { items, total, ...next } = await context.emend.rules.listProposals(defined(query));
      const viewer = { ...context, ...(await loadApprovalPolicy(context)), principal };
      const summaries = items.map(({ rule, dossier }) => toProposalSummary(dossier, rule, viewer));
      return respond(200, { ...pageAnswer({ items: summaries, ...next }), total });
    },
  }),
  route("POST /proposals", {
    id: "proposeRule",
    summary: "Propose a rule in your own words",
    description:
      "It needs the same approvals as any other, and yours alone is not enough. The response lists what you can still improve: warnings about the text, conflicts and duplicates.",
    permission: "decide",
    quota: "proposals",
    body: z.strictObject({
      text: fields.text,
      type: fields.type.default("guideline"),
      reason: fields.reason.default(""),
      scope: ownScope,
      insertion_point: fields.insertion_point.default(DEFAULT_INSERTION_POINT),
      cluster_id: idField.optional().describe("The cluster of feedback that is its evidence."),
    }),
    responses: { 201: proposalResponse },
    problems: [
      "cluster_not_found",
      "invalid_rule",
      "not_trusted",
      "already_proposed",
      "already_active",
      "no_new_evidence",
      "too_many_versions",
      "rule_busy",
    ],
    handle: async ({ body: { cluster_id, ...rule }, principal }, context) => {
      const proposal = { by: deciderOf(principal), rule, ...defined({ clusterId: cluster_id }) };
      const { id } = valueOrProblem(await context.emend.rules.propose(proposal));
      const body = await dossierOf(id, principal, context);
      return respond(201, body, {
        location: `${API_PREFIX}/proposals/${id}`,
        etag: revisionTag(body, body, context),
      });
    },
  }),
  route("POST /proposals/check", {
    id: "checkRule",
    summary: "Preview a rule's text",
    description:
      "Warnings about the text, its cost, how an agent would see it, and which rules conflict with it or repeat it. Nothing is stored.",
    permission: "read",
    body: z.strictObject({
      text: z.string().max(4_096),
      type: fields.type.default("guideline"),
      scope: ownScope,
      rule_id: idField.optional().describe("The rule to be modified."),
    }),
    responses: { 200: ruleCheckResponse },
    handle: async ({ body: { rule_id, ...rule } }, { emend }) =>
      respond(200, await emend.rules.check({ ...rule, ...defined({ ruleId: rule_id }) })),
  }),
  route("POST /proposals/approve", {
    id: "approveProposals",
    summary: "Approve several clean proposals at once",
    description:
      "Each is handled separately: a proposal with a warning, a conflict, a duplicate or contradicting approved work is refused and must be reviewed individually.",
    permission: "approve",
    body: z.strictObject({
      items: z
        .array(z.strictObject({ rule_id: idField, version: versionField }))
        .min(1)
        .max(50),
    }),
    responses: {
      200: z.object({ approved: z.int(), refused: z.int(), items: z.array(batchOutcomeResponse) }),
    },
    handle: async ({ body, principal }, context) => {
      const approvalPolicy = await loadApprovalPolicy(context);
      const outcomes = await context.emend.rules.approveSeveral(body.items, deciderOf(principal));
      const items = outcomes.map((each) => {
        const { rule_id, version, outcome } = each;
        if (each.outcome === "refused") {
          const { code, message, remarks } = each;
          const nothing = { in_force: false, revision: null, approval: null };
          return { rule_id, version, outcome, ...nothing, code, message, remarks };
        }
        const { revision, in_force, approval } = toRule(each.rule, approvalPolicy);
        const done = { in_force: in_force === version, revision, approval };
        return { rule_id, version, outcome, ...done, code: null, message: null, remarks: [] };
      });
      const approved = items.filter(({ outcome }) => outcome === "approved").length;
      return respond(200, { approved, refused: items.length - approved, items });
    },
  }),
  route("GET /proposals/{rule_id}", {
    id: "getProposal",
    summary: "Get everything needed to decide about a rule",
    description:
      "Evidence over time, corrections, conflicts and duplicates, approved work that contradicts it, warnings, cost, and who has approved. If nothing is pending, it describes the version in force, or else the last one. For a decision, pass the ETag or just the revision as If-Match.",
    permission: "read",
    params,
    responses: { 200: proposalResponse },
    problems: ["rule_not_found"],
    handle: async ({ params: { rule_id }, principal }, context) => {
      const body = await dossierOf(rule_id, principal, context);
      return respond(200, body, { etag: revisionTag(body, body, context) });
    },
  }),
  route("POST /proposals/{rule_id}/approve", {
    id: "approveProposal",
    summary: "Approve the pending version",
    description: `The rule comes into force with the last approval it needs, each by a different person. A proposal with \`wants_words\` can only be approved with a \`text\`. With \`text\`, your text becomes a new version that you propose and, as far as a proposer can, approve; the response says who else must approve. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({
      version: versionField,
      text: fields.text.optional().describe("Your text instead of the version's."),
    }),
    responses: { 200: ruleResponse },
    problems: [
      ...VERSION_PROBLEMS,
      "needs_words",
      "expired",
      "already_approved_by_you",
      "issued_by_approver",
      "login_erased",
      "may_have_decided",
      "proposer_alone",
      "quorum_of_others_needed",
      "no_such_version",
      "invalid_rule",
      "too_many_versions",
    ],
    handle: async (request, context) => {
      const { principal, ifMatch } = request;
      const { version, text } = request.body;
      if (text === undefined) return decideOnRule(request, { type: "approve", version }, context);
      const change = { by: deciderOf(principal), version, text };
      const { rules } = context.emend;
      const approved = await rules.approveWithChanges(
        request.params.rule_id,
        change,
        expectedRevision(ifMatch),
      );
      return respondWithRule(approved.ok ? ok(approved.value.rule) : approved, context);
    },
  }),
  route("POST /proposals/{rule_id}/reject", {
    id: "rejectProposal",
    summary: "Reject the pending version, with a reason",
    description: `The version in force stays in force. The reason is shown if the same rule is proposed again. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ version: versionField, reason: reasonField }),
    responses: { 200: ruleResponse },
    problems: [...VERSION_PROBLEMS, "reason_required"],
    handle: (request, context) => decideOnRule(request, { type: "reject", ...request.body }, context),
  }),
  route("POST /proposals/{rule_id}/modify", {
    id: "modifyProposal",
    summary: "Change a rule's text or scope, as a new version",
    description: `The new version needs new approvals, and whoever modifies it is its proposer. The version in force stays until then. Omitted fields stay as they are. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({
      version: versionField,
      text: fields.text.optional(),
      type: fields.type.optional(),
      agents: scope.agents.optional(),
      paths: scope.paths.optional(),
      reason: reasonField.optional().describe("Why, for those who must approve it."),
    }),
    responses: { 200: ruleResponse },
    problems: [
      ...VERSION_PROBLEMS,
      "no_such_version",
      "needs_words",
      "nothing_changed",
      "invalid_rule",
      "too_many_versions",
    ],
    handle: async ({ params: { rule_id }, body, principal, ifMatch }, context) => {
      const change = { ...defined(body), by: deciderOf(principal) };
      const modified = await context.emend.rules.modify(rule_id, change, expectedRevision(ifMatch));
      return respondWithRule(modified, context);
    },
  }),
  route("POST /proposals/{rule_id}/again", {
    id: "proposeAgain",
    summary: "Propose an expired rule again",
    description: `It keeps its text and scope, and newer feedback is added as evidence. ${IF_MATCH}`,
    permission: "decide",
    quota: "proposals",
    params,
    body: z.strictObject({ reason: reasonField.default("") }),
    responses: { 200: ruleResponse },
    problems: [
      ...DECISION_PROBLEMS,
      "not_trusted",
      "invalid_rule",
      "already_proposed",
      "already_active",
      "no_new_evidence",
      "no_such_version",
      "too_many_versions",
    ],
    handle: async ({ params: { rule_id }, body, principal, ifMatch }, context) => {
      const why = { by: deciderOf(principal), note: body.reason };
      const proposed = await context.emend.rules.proposeAgain(rule_id, why, expectedRevision(ifMatch));
      return respondWithRule(proposed, context);
    },
  }),
  route("POST /proposals/{rule_id}/defer", {
    id: "deferProposal",
    summary: "Extend the deadline of a proposal by one term",
    description: `Its approvals stay. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ version: versionField, reason: reasonField.default("") }),
    responses: { 200: ruleResponse },
    problems: [...VERSION_PROBLEMS, "expired", "deferred_too_often"],
    handle: (request, context) => decideOnRule(request, { type: "defer", ...request.body }, context),
  }),
];

async function dossierOf(id: string, principal: Principal, context: HttpContext) {
  const { emend, store, now } = context;
  const approvalPolicy = await loadApprovalPolicy(context);
  const rule = await store.rules.find(id);
  const dossier = await emend.rules.dossier(id);
  if (rule === undefined || dossier === undefined) {
    throw new HttpProblem("rule_not_found", "there is no rule with this id");
  }
  const measured =
    rule.in_force === null ? undefined : await emend.rules.measure({ ruleIds: [id], flag: false });
  return toProposal(dossier, rule, measured?.effects.get(id) ?? null, { ...approvalPolicy, now, principal });
}
