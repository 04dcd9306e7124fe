import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import type { EvaluationCommand } from "../../core/evaluation/decide-evaluation.ts";
import { RESOLUTIONS, STANDINGS, type EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import type { Store } from "../../ports/store.ts";
import { idField, pageOf, pageQuery } from "../fields.ts";
import type { HttpContext } from "../http-context.ts";
import { HttpProblem } from "../http-problem.ts";
import { seenRevision, heedsIfMatch, revisionTag } from "../revision-tag.ts";
import { answer, defineRoute, type Route, type RouteRequest } from "../route.ts";
import { evaluatedAnswer, evaluatedDetailAnswer, toEvaluated } from "../schemas/evaluations.ts";
import { reasonField } from "../schemas/rules.ts";
import { toSaid } from "../schemas/said-feedback.ts";
import { authorOf } from "../agent-scope.ts";

const tag = "evaluations";
const params = z.strictObject({ feedback_id: idField });
const MAX_WORDS = 20;
const MAX_SIMILAR = 50;
const IF_MATCH = heedsIfMatch("evaluation");

/** The class of each piece of feedback, and what people make of it. */
export const EVALUATION_ROUTES: readonly Route[] = [
  defineRoute({
    id: "listEvaluations",
    method: "get",
    path: "/evaluations",
    tag,
    summary: "List evaluated feedback, most recently evaluated first",
    description:
      "Feedback that is `ambiguous` and unresolved is waiting for a person. With `search` a page may have fewer items than requested, or none, and still have a `next`.",
    permission: "read",
    query: z.strictObject({
      ...pageQuery,
      standing: z.enum(STANDINGS).optional().meta({ description: "Its current class." }),
      resolved: z
        .boolean()
        .optional()
        .meta({ description: "Only feedback that a person has, or has not, resolved." }),
      search: z.string().max(200).optional().meta({
        description:
          "Only feedback with all of these words in its text, tags, path or agent; case is ignored.",
      }),
    }),
    answers: { 200: pageOf(evaluatedAnswer) },
    problems: ["invalid_cursor"],
    handle: async ({ query: { search, ...query } }, { emend }) => {
      const words = (search ?? "").split(/\s/).filter((word) => word !== "");
      const page = await emend.evaluations.search({ ...defined(query), words: words.slice(0, MAX_WORDS) });
      return answer(200, pageAnswer({ ...page, items: page.items.map(toEvaluated) }));
    },
  }),
  defineRoute({
    id: "countEvaluations",
    method: "get",
    path: "/evaluations/counts",
    tag,
    summary: "Count feedback by class",
    permission: "read",
    answers: {
      200: z.object({
        generalizable_high: z.int(),
        generalizable_low: z.int(),
        edge_case: z.int(),
        ambiguous: z.int(),
        positive: z.int(),
        ignored: z.int(),
      }),
    },
    handle: async (_request, { store }) => answer(200, await store.evaluations.counts()),
  }),
  defineRoute({
    id: "getEvaluation",
    method: "get",
    path: "/evaluations/{feedback_id}",
    tag,
    summary: "Get the evaluation of one piece of feedback, and why",
    description: "For a decision, pass the ETag or just the revision as If-Match.",
    permission: "read",
    params,
    answers: { 200: evaluatedDetailAnswer },
    problems: ["evaluation_not_found"],
    handle: async ({ params: { feedback_id } }, context) => {
      const record = await context.store.evaluations.find(feedback_id);
      if (record === undefined) throw unknown();
      return told(record, context);
    },
  }),
  defineRoute({
    id: "resolveEvaluation",
    method: "post",
    path: "/evaluations/{feedback_id}/resolve",
    tag,
    summary: "Resolve ambiguous feedback",
    description: `\`generalizable\` is evidence for a rule, \`edge_case\` stays searchable and can be promoted, \`ignore\` needs a reason. ${IF_MATCH}`,
    permission: "decide",
    params,
    body: z.strictObject({ as: z.enum(RESOLUTIONS), reason: reasonField.default("") }),
    answers: { 200: evaluatedDetailAnswer },
    problems: [
      "evaluation_not_found",
      "revision_changed",
      "not_a_person",
      "not_ambiguous",
      "already_resolved",
      "reason_required",
      "evaluation_busy",
    ],
    handle: (request, context) =>
      decide(
        request,
        { type: "resolve_ambiguous", by: authorOf(request.principal), ...request.body },
        context,
      ),
  }),
  defineRoute({
    id: "promoteEvaluation",
    method: "post",
    path: "/evaluations/{feedback_id}/promote",
    tag,
    summary: "Promote an edge case to rule evidence",
    description: `The feedback is generalizable from then on. ${IF_MATCH}`,
    permission: "decide",
    quota: "proposals",
    params,
    body: z.strictObject({ reason: reasonField.default("") }),
    answers: { 200: evaluatedDetailAnswer },
    problems: [
      "evaluation_not_found",
      "revision_changed",
      "not_a_person",
      "not_an_edge_case",
      "evaluation_busy",
    ],
    handle: (request, context) =>
      decide(
        request,
        { type: "promote_edge_case", by: authorOf(request.principal), ...request.body },
        context,
      ),
  }),
];

const unknown = (): HttpProblem =>
  new HttpProblem("evaluation_not_found", "there is no evaluated feedback with this id");

async function decide(
  { params: { feedback_id }, ifMatch }: Pick<RouteRequest<z.output<typeof params>>, "params" | "ifMatch">,
  command: EvaluationCommand,
  context: HttpContext,
) {
  const { evaluations } = context.emend;
  const decided = await evaluations.decide(feedback_id, command, undefined, seenRevision(ifMatch));
  if (!decided.ok) throw new HttpProblem(decided.error.code, decided.error.message);
  return told(decided.value, context);
}

/** An evaluation with all that a person needs to say what it is. */
async function told(record: EvaluationRecord, context: HttpContext) {
  const { clusters, feedback }: Pick<Store, "clusters" | "feedback"> = context.store;
  const { feedback_id } = record;
  const near = record.evaluation.similar_feedback_ids.slice(0, MAX_SIMILAR);
  const known = await feedback.findAll([feedback_id, ...near]);
  const byId = new Map(known.map((each) => [each.id, each]));
  const memberships = await clusters.membershipsOf([feedback_id]);
  const body = {
    ...toEvaluated({ record, feedback: byId.get(feedback_id) }),
    cluster_id: memberships.get(feedback_id)?.cluster_id ?? null,
    similar: near.flatMap((id) => byId.get(id) ?? []).map(toSaid),
  };
  return answer(200, body, { etag: revisionTag(record, body, context) });
}
