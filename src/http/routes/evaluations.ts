import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import type { EvaluationCommand } from "../../core/evaluation/decide-evaluation.ts";
import { RESOLUTIONS, STANDINGS, type EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import { idField, pageSchema, pageQuery, searchField, searchWords } from "../fields.ts";
import type { HttpContext } from "../http-context.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import { expectedRevision, ifMatchNote, revisionTag } from "../revision-tag.ts";
import { respond, routesOf, type Route, type RouteRequest } from "../route.ts";
import { evaluatedResponse, evaluatedDetailResponse, toEvaluated } from "../schemas/evaluations.ts";
import { reasonField } from "../schemas/rules.ts";
import { toFeedbackExcerpt } from "../schemas/feedback-excerpt.ts";
import { authorOf } from "../agent-scope.ts";

const route = routesOf("evaluations");
const params = z.strictObject({ feedback_id: idField });
const MAX_SIMILAR = 50;
const IF_MATCH = ifMatchNote("evaluation");

/** The class of each piece of feedback, and how people resolved it. */
export const EVALUATION_ROUTES: readonly Route[] = [
  route("GET /evaluations", {
    id: "listEvaluations",
    summary: "List evaluated feedback, most recently evaluated first",
    description:
      "Feedback that is `ambiguous` and unresolved is waiting for a person. With `search` a page may have fewer items than requested, or none, and still have a `next`.",
    permission: "read",
    query: z.strictObject({
      ...pageQuery,
      standing: z.enum(STANDINGS).optional().describe("Its current class."),
      resolved: z.boolean().optional().describe("Only feedback that a person has, or has not, resolved."),
      search: searchField,
    }),
    responses: { 200: pageSchema(evaluatedResponse) },
    problems: ["invalid_cursor"],
    handle: async ({ query: { search, ...query } }, { emend }) => {
      const page = await emend.evaluations.search({ ...defined(query), words: searchWords(search) });
      return respond(200, pageAnswer({ ...page, items: page.items.map(toEvaluated) }));
    },
  }),
  route("GET /evaluations/counts", {
    id: "countEvaluations",
    summary: "Count feedback by class",
    permission: "read",
    responses: {
      200: z.object({
        generalizable_high: z.int(),
        generalizable_low: z.int(),
        edge_case: z.int(),
        ambiguous: z.int(),
        positive: z.int(),
        ignored: z.int(),
      }),
    },
    handle: async (_request, { store }) => respond(200, await store.evaluations.counts()),
  }),
  route("GET /evaluations/{feedback_id}", {
    id: "getEvaluation",
    summary: "Get the evaluation of one piece of feedback, and why",
    description: "For a decision, pass the ETag or just the revision as If-Match.",
    permission: "read",
    params,
    responses: { 200: evaluatedDetailResponse },
    problems: ["evaluation_not_found"],
    handle: async ({ params: { feedback_id } }, context) => {
      const record = await context.store.evaluations.find(feedback_id);
      if (record === undefined) {
        throw new HttpProblem("evaluation_not_found", "there is no evaluated feedback with this id");
      }
      return respondWithDetail(record, context);
    },
  }),
  route("POST /evaluations/{feedback_id}/resolve", {
    id: "resolveEvaluation",
    summary: "Resolve ambiguous feedback",
    description: `\`generalizable\` is evidence for a rule, \`edge_case\` stays searchable and can be promoted, \`ignore\` needs a reason. ${IF_MATCH}`,
    permission: "decide",
    params,
    body: z.strictObject({ as: z.enum(RESOLUTIONS), reason: reasonField.default("") }),
    responses: { 200: evaluatedDetailResponse },
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
  route("POST /evaluations/{feedback_id}/promote", {
    id: "promoteEvaluation",
    summary: "Promote an edge case to rule evidence",
    description: `The feedback is generalizable from then on. ${IF_MATCH}`,
    permission: "decide",
    quota: "proposals",
    params,
    body: z.strictObject({ reason: reasonField.default("") }),
    responses: { 200: evaluatedDetailResponse },
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

async function decide(
  { params: { feedback_id }, ifMatch }: Pick<RouteRequest<z.output<typeof params>>, "params" | "ifMatch">,
  command: EvaluationCommand,
  context: HttpContext,
) {
  const { evaluations } = context.emend;
  const decided = await evaluations.decide(feedback_id, command, undefined, expectedRevision(ifMatch));
  return respondWithDetail(valueOrProblem(decided), context);
}

/** Adds what a person needs to resolve it: the feedback, its cluster and similar feedback. */
async function respondWithDetail(record: EvaluationRecord, context: HttpContext) {
  const { clusters, feedback } = context.store;
  const { feedback_id } = record;
  const similarIds = record.evaluation.similar_feedback_ids.slice(0, MAX_SIMILAR);
  const records = await feedback.findAll([feedback_id, ...similarIds]);
  const byId = new Map(records.map((each) => [each.id, each]));
  const memberships = await clusters.membershipsOf([feedback_id]);
  const body = {
    ...toEvaluated({ record, feedback: byId.get(feedback_id) }),
    cluster_id: memberships.get(feedback_id)?.cluster_id ?? null,
    similar: similarIds.flatMap((id) => byId.get(id) ?? []).map(toFeedbackExcerpt),
  };
  return respond(200, body, { etag: revisionTag(record, body, context) });
}
