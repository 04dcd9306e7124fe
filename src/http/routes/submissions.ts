import { SIMILAR_BECAUSE } from "../../app/submission/similar-work.ts";
import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import { API_PREFIX } from "../api-prefix.ts";
import { feedbackSchema } from "../../core/feedback/feedback-schema.ts";
import { SUBMISSION_STATUSES } from "../../core/submission/submission.ts";
import {
  decisionInputSchema,
  submissionInputSchema,
  type SubmissionProblem,
} from "../../core/submission/submission-input.ts";
import { submissionHeaderSchema, submissionSchema } from "../../core/submission/submission-schema.ts";
import { maySee, authorOf } from "../agent-scope.ts";
import { idField, momentField, nameField, pageSchema, pageQuery, timeField, wordsField } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";

const route = routesOf("submissions");
const submission = submissionSchema.meta({ id: "Submission" });
const listed = submissionHeaderSchema
  .extend({
    similar_rejected: z.int().nullable().describe("Null if not counted."),
  })
  .meta({ id: "SubmissionHeader" });
const params = z.strictObject({ submission_id: idField });
const EXAMPLE = {
  agent: "rio",
  gate: "Before send",
  title: "Answer to ticket 17",
  output: "The parcel was sent yesterday.",
};
const ORDERS = ["due", "newest", "closed"] as const;

const counts = z
  .object({
    waiting: z.int(),
    overdue: z.int(),
    oldest_submitted_at: timeField.nullable(),
    gates: z.array(
      z.object({ gate: z.string(), waiting: z.int(), overdue: z.int(), next_due_at: timeField }),
    ),
    agents: z.array(z.object({ agent: z.string(), waiting: z.int() })),
    decided: z.int(),
  })
  .meta({ id: "SubmissionCounts" });

const similar = z.object({
  score: z.number(),
  relation: z.enum(["same", "opposite", "other"]),
  reasons: z.array(z.object({ sign: z.string(), says: z.string(), text: z.string() })),
  because: z
    .enum(SIMILAR_BECAUSE)
    .describe(
      "Why it is here: it is about a file of this work, it is this agent's and says the same, or it only says the same.",
    ),
  feedback: feedbackSchema.meta({ id: "Feedback" }),
});

/** The review queue: work that agents submit, and people's decisions. */
export const SUBMISSION_ROUTES: readonly Route[] = [
  route("POST /submissions", {
    id: "submitWork",
    summary: "Submit work for a person to decide",
    description:
      "Submitting the same work again, while it is waiting or with the same id, changes nothing and returns 200.",
    permission: "record",
    quota: "records",
    agent: "body",
    body: submissionInputSchema.meta({ examples: [EXAMPLE] }),
    responses: { 200: submission, 201: submission },
    problems: ["invalid_submission", "not_your_agent", "id_taken"],
    handle: async ({ body, principal }, { emend }) => {
      const by = { by: authorOf(principal), ...defined({ agent: principal.agent }) };
      const submitted = await emend.submissions.submit(body, by);
      if (!submitted.ok) throw refused(submitted.error);
      const { state, submission: stored } = submitted.value;
      const headers = { location: `${API_PREFIX}/submissions/${stored.id}`, etag: String(stored.revision) };
      return state === "new" ? respond(201, stored, headers) : respond(200, stored, headers);
    },
  }),
  route("GET /submissions", {
    id: "listSubmissions",
    summary: "List submissions; waiting ones by due date",
    permission: "ask",
    agent: "query",
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(SUBMISSION_STATUSES).optional(),
      gate: nameField.optional(),
      agent: nameField.optional(),
      order: z.enum(ORDERS).default("due"),
      similar: z
        .boolean()
        .default(false)
        .describe(
          "Whether to count earlier rejections of similar work for each waiting submission; people only.",
        ),
    }),
    responses: { 200: pageSchema(listed) },
    problems: ["invalid_cursor"],
    handle: async ({ query: { similar: withSimilar, ...query }, principal }, { emend: { submissions } }) => {
      const status = query.status ?? (query.order === "due" ? ("waiting" as const) : undefined);
      // Agents get no counts, because those include other agents' corrections.
      const list =
        withSimilar && principal.role !== "agent" ? submissions.queueWithSimilar : submissions.queue;
      const page = await list(defined({ ...query, status }));
      const items = page.items.map(({ submission: one, similar_rejected }) => ({ ...one, similar_rejected }));
      return respond(200, pageAnswer({ ...page, items }));
    },
  }),
  route("GET /submissions/counts", {
    id: "countSubmissions",
    summary: "Count waiting and decided submissions, by gate",
    permission: "read",
    query: z.strictObject({ decided_since: momentField.optional(), mine: z.boolean().default(false) }),
    responses: { 200: counts },
    handle: async ({ query, principal }, { store, now }) =>
      respond(
        200,
        await store.submissions.counts({
          now: now(),
          ...defined({ decidedSince: query.decided_since }),
          ...(query.mine ? { reviewer: principal.id } : {}),
        }),
      ),
  }),
  route("GET /submissions/{submission_id}", {
    id: "getSubmission",
    summary: "Get one submission with its full text",
    permission: "ask",
    params,
    responses: { 200: submission },
    problems: ["submission_not_found"],
    handle: async ({ params: { submission_id }, principal }, { store }) => {
      const found = await store.submissions.find(submission_id);
      if (found === undefined || !maySee(principal, found.agent)) throw notFound();
      return respond(200, found, { etag: String(found.revision) });
    },
  }),
  route("GET /submissions/{submission_id}/similar", {
    id: "getSimilarDecisions",
    summary: "List earlier corrections of similar work",
    description:
      "First those of the same files, then those of the same agent that say the same, then others that say the same.",
    permission: "read",
    params,
    responses: { 200: pageSchema(similar) },
    problems: ["submission_not_found"],
    handle: async ({ params: { submission_id } }, { emend }) => {
      const desk = await emend.submissions.desk(submission_id);
      if (desk === undefined) throw notFound();
      const items = (desk.similar ?? []).map(({ feedback, judgement, because }) => ({
        ...judgement,
        because,
        feedback,
      }));
      return respond(200, pageAnswer({ items }));
    },
  }),
  route("POST /submissions/{submission_id}/decision", {
    id: "decideSubmission",
    summary: "Decide about a submission: approve it, reject it, or approve it with changes",
    description:
      "There is only one decision; of two concurrent ones the first wins. It is recorded as feedback in the same transaction. A rejection may include an edit, which is recorded as its correction.",
    permission: "decide",
    quota: "records",
    params,
    body: decisionInputSchema,
    responses: { 200: submission },
    problems: [
      "submission_not_found",
      "already_decided",
      "withdrawn",
      "submission_busy",
      "invalid_decision",
      "not_a_person",
      "own_work",
      "comment_or_tag_missing",
      "edited_output_missing",
      "edited_output_unexpected",
      "nothing_changed",
    ],
    handle: async ({ params: { submission_id }, body, principal }, { emend }) => {
      const decided = await emend.submissions.decide(submission_id, body, authorOf(principal));
      if (!decided.ok) throw refused(decided.error);
      return respond(200, decided.value, { etag: String(decided.value.revision) });
    },
  }),
  route("POST /submissions/{submission_id}/withdraw", {
    id: "withdrawSubmission",
    summary: "Withdraw a waiting submission",
    permission: "record",
    params,
    body: z.strictObject({ reason: wordsField.optional() }),
    responses: { 200: submission },
    problems: ["submission_not_found", "already_decided", "withdrawn", "submission_busy", "not_yours"],
    handle: async ({ params: { submission_id }, body, principal }, { store, emend }) => {
      const found = await store.submissions.find(submission_id);
      if (found === undefined || !maySee(principal, found.agent)) throw notFound();
      const withdrawn = await emend.submissions.withdraw(submission_id, {
        by: authorOf(principal),
        mayWithdrawAny: principal.role === "admin",
        ...defined({ reason: body.reason, agent: principal.agent }),
      });
      if (!withdrawn.ok) throw refused(withdrawn.error);
      return respond(200, withdrawn.value, { etag: String(withdrawn.value.revision) });
    },
  }),
];

const notFound = (): HttpProblem =>
  new HttpProblem(
    "submission_not_found",
    "there is no submission with this id; list the waiting ones to see their ids",
  );

const refused = ({ code, message, fields }: SubmissionProblem): HttpProblem =>
  new HttpProblem(
    code,
    message,
    fields === undefined ? {} : { errors: fields.map(({ field, ...rest }) => ({ path: field, ...rest })) },
  );
