import { z } from "zod";
import type { Evaluated } from "../../app/evaluation/search-evaluated.ts";
import {
  type EvaluationRecord,
  RESOLUTIONS,
  standingOf,
  STANDINGS,
} from "../../core/evaluation/evaluation.ts";
import { evaluationRecordSchema, evaluationSchema } from "../../core/evaluation/evaluation-schema.ts";
import { feedbackExcerptResponse, toFeedbackExcerpt } from "../schemas/feedback-excerpt.ts";
import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import type { EvaluationCommand } from "../../core/evaluation/decide-evaluation.ts";
import { idField, pageQuery, pageSchema, searchField, searchWords } from "../fields.ts";
import type { HttpContext } from "../http-context.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import { expectedRevision, ifMatchNote, revisionTag } from "../revision-tag.ts";
import { respond, type Route, type RouteRequest, routesOf } from "../route.ts";
import { reasonField } from "../schemas/rules.ts";
import { authorOf } from "../agent-scope.ts";

const fields = {
  evaluation: evaluationSchema.meta({ id: "Evaluation" }),
  standing: z.enum(STANDINGS).describe("The current class; a person's decision overrides the evaluation."),
  feedback: feedbackExcerptResponse.nullable().describe("Null if it is no longer stored."),
};

const evaluatedResponse = evaluationRecordSchema.extend(fields).meta({ id: "EvaluatedFeedback" });

const evaluatedDetailResponse = evaluationRecordSchema
  .extend({
    ...fields,
    cluster_id: z.string().nullable().describe("Its cluster."),
    similar: z
      .array(feedbackExcerptResponse)
      .describe("What it was compared with, most similar first; at most 50 that are still stored."),
  })
  .meta({ id: "EvaluatedFeedbackDetail" });

const toEvaluated = ({ record, feedback }: Evaluated) => ({
  ...record,
  standing: standingOf(record),
  feedback: feedback === undefined ? null : toFeedbackExcerpt(feedback),
});

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
