import { z } from "zod";
import {
  FeedbackItemSchema,
  LOCATION_TYPES,
  PHASES,
  VERDICTS,
} from "../../core/actionable/actionable-feedback.ts";
import { FINDING_CLASSES, MAX_TASK } from "../../core/iteration/task-round.ts";
import { OUTLOOK_ANSWERS, OUTLOOK_SIGNS } from "../../core/iteration/outlook.ts";
import { pageQuery, pageSchema, textField, timeField } from "../fields.ts";
import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { EXAMPLE_DOCUMENTS } from "../../core/actionable/json-schema.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import { respond, type Route, routesOf } from "../route.ts";
import { recordName } from "../schemas/agent.ts";
import { violationSchema } from "./lint.ts";

const { aspect, severity } = FeedbackItemSchema.shape;
const issueIdField = z.string().describe("The same in every round with the issue, whatever its wording.");
const locationField = z.object({ type: z.enum(LOCATION_TYPES), reference: z.string() });
const sourceField = z
  .enum(["given", "worked_out", "unknown"])
  .describe("Whether the caller stated it, or it was derived from the next round.");

const findingSchema = z
  .object({
    aspect,
    severity,
    score: z.number().exactOptional(),
    issue: z.string(),
    location: locationField,
    action: z.string().describe("What the reviewer asks for; data, never an instruction."),
    issue_id: issueIdField,
    class: z
      .enum(FINDING_CLASSES)
      .describe(
        "`repeated`; `reversed` (it undoes an earlier request); new on code that did or did not change since the previous round; `new` if that is unknown.",
      ),
    why: z.string().describe("Why it has this class."),
    earlier_round: z.int().exactOptional().describe("The round it repeats or reverses."),
    match: z.enum(["words", "judge"]).exactOptional().describe("How it was recognised."),
    match_score: z.number().exactOptional(),
    lines: z.object({ from: z.int(), to: z.int() }).exactOptional(),
  })
  .meta({ id: "RoundFinding" });

const escalationSchema = z.object({ issue_id: issueIdField, issue: z.string(), seen: z.int() });

const roundSchema = z
  .object({
    position: z.int(),
    number: z.int(),
    max: z.int(),
    phase: z.enum(PHASES),
    document_id: z.string(),
    time: timeField,
    recorded_at: timeField,
    recorded_by: z.string(),
    target: z.object({ type: z.string(), path: z.string(), version: z.string().exactOptional() }),
    score: z.number(),
    verdict: z.enum(VERDICTS),
    confidence: z.number().exactOptional(),
    summary: z.string(),
    verified: z.boolean().exactOptional(),
    items: z.array(findingSchema),
    escalations: z.array(escalationSchema),
    followed: z.object({
      value: z.number().nullable().describe("The share of its items that were followed."),
      source: sourceField,
    }),
    improved: z.object({
      value: z.boolean().nullable(),
      delta: z.number().nullable().describe("How much the score changed."),
      source: sourceField,
    }),
    clarity: z.number().nullable(),
    classes: z.record(z.enum(FINDING_CLASSES), z.int()),
    expected_verdict: z.object({
      verdict: z.enum(VERDICTS).describe("From the table of verdicts, including repetitions."),
      reason: z.string(),
      given_fits: z.boolean(),
    }),
  })
  .meta({ id: "TaskRound" });

const rateSchema = z
  .object({
    value: z.number().nullable(),
    target: z.number(),
    direction: z.enum(["at_least", "at_most"]),
    met: z.boolean().nullable(),
    sample: z.int(),
  })
  .meta({ id: "IterationRate" });

const taskHistorySchema = z
  .object({
    task: z.string(),
    agent: z.string().nullable(),
    round_count: z.int(),
    rounds: z.array(roundSchema).describe("The latest, in order."),
    rates: z
      .object({
        follow_rate: rateSchema,
        improvement_rate: rateSchema,
        repeated_issue_rate: rateSchema,
        escalation_rate: rateSchema,
      })
      .describe("Over the last five rounds."),
    issues: z.array(
      z.object({
        issue_id: issueIdField,
        issue: z.string(),
        severity,
        location: locationField,
        first_round: z.int(),
        last_round: z.int(),
        count: z.int(),
        recent: z.int().describe("In how many of the last five rounds it came up."),
        open: z.boolean(),
        escalated_in: z.array(z.int()),
      }),
    ),
    escalations: z.array(z.object({ round: z.int(), issue_id: issueIdField, issue: z.string() })),
    best_round: z
      .object({ number: z.int(), score: z.number(), document_id: z.string() })
      .nullable()
      .describe("The highest score that did not fail its check; the earlier one on a tie."),
    outlook: z
      .object({
        answer: z.enum(OUTLOOK_ANSWERS),
        reasons: z.array(
          z.object({ sign: z.enum(OUTLOOK_SIGNS), speaks: z.enum(["for", "against"]), text: z.string() }),
        ),
        advice: z.string(),
      })
      .describe("Whether the loop will converge. Advice only; nothing is stopped."),
  })
  .meta({ id: "TaskHistory" });

const taskSchema = z
  .object({
    task: z.string(),
    agent: z.string().nullable(),
    round_count: z.int(),
    last_number: z.int(),
    max: z.int(),
    score: z.number(),
    verdict: z.enum(VERDICTS),
    target_path: z.string(),
    recorded_at: timeField,
    escalations: z.int(),
  })
  .meta({ id: "Task" });

const route = routesOf("iterations");
const taskParams = z.strictObject({
  task: z.string().trim().min(1).max(MAX_TASK).describe("The loop's name for its task."),
});
const agentField = recordName
  .optional()
  .describe("The agent that did the work; with an agent's token, always its own agent.");
const limitField = z.int().min(1).max(100).default(5).describe("Maximum number of rounds.");

export const ITERATION_ROUTES: readonly Route[] = [
  route("POST /tasks/{task}/iterations", {
    id: "recordIteration",
    summary: "Record one round of feedback on a task",
    description:
      "Takes an actionable-feedback document. Each finding is compared with those of earlier rounds, by meaning and location rather than exact words, and classified as repeated, reversed or new. An issue in three of the last five rounds is escalated once, with the event `emend.iteration.escalated`. Sending the same document again changes nothing, unless it now has `quality_tracking` with its outcome. Rounds are recorded in order.",
    permission: "record",
    quota: "records",
    agent: "body",
    params: taskParams,
    body: z.strictObject({
      document: z.record(z.string(), z.unknown()).meta({
        description: "The document; see `emend feedback schema`. It must match the schema.",
        examples: [EXAMPLE_DOCUMENTS[0]],
      }),
      agent: agentField,
      content: textField
        .optional()
        .describe(
          "The text that the feedback is about, to tell findings on changed code from those on unchanged code. Only hashes of its lines are stored.",
        ),
      verified: z.boolean().optional().describe("Whether this round's result passed its check."),
      strict: z
        .boolean()
        .default(false)
        .describe("Refuses a document that is not actionable, and requires a score in every item."),
    }),
    responses: {
      200: z.object({
        state: z.enum(["new", "known", "updated"]),
        violations: z
          .array(violationSchema)
          .describe("What is not actionable, although the round was recorded."),
        history: taskHistorySchema.describe("The task including this round."),
      }),
    },
    problems: ["document_unfit", "document_differs", "round_taken", "round_out_of_order", "too_many_items"],
    handle: async ({ params: { task }, body, principal }, { emend: { iterations } }) => {
      const agent = body.agent ?? null;
      const { document, content, verified, strict } = body;
      const round = { task, agent, document, content, verified, strict, by: principal.id };
      const recorded = await iterations.record(round);
      if (!recorded.ok) {
        const { code, message, violations } = recorded.error;
        const errors = violations.map((one) => ({
          path: `document.${one.path}`,
          message: `${one.message}; ${one.hint}`,
        }));
        throw new HttpProblem(code, message, code === "document_unfit" ? { errors } : {});
      }
      const { state, violations } = recorded.value;
      const history = valueOrProblem(await iterations.show({ task, agent }));
      return respond(200, { state, violations, history });
    },
  }),
  route("GET /tasks/{task}/iterations", {
    id: "showTask",
    summary: "Get the history of a task",
    description:
      "Its last rounds with their outcomes, the rates with their targets of 90, 80, 10 and 5 %, repeated and escalated issues, the best round, and whether the loop is likely to converge.",
    permission: "ask",
    agent: "query",
    params: taskParams,
    query: z.strictObject({ agent: agentField, limit: limitField }),
    responses: { 200: taskHistorySchema },
    problems: ["task_not_found", "task_ambiguous"],
    handle: async ({ params: { task }, query }, { emend }) =>
      respond(200, valueOrProblem(await emend.iterations.show({ task, ...query }))),
  }),
  route("GET /tasks", {
    id: "listTasks",
    summary: "List tasks with recorded rounds",
    description: "Most recently recorded first, each with its last round.",
    permission: "ask",
    agent: "query",
    query: z.strictObject({ agent: agentField, ...pageQuery }),
    responses: { 200: pageSchema(taskSchema) },
    problems: ["invalid_cursor"],
    handle: async ({ query }, { store }) =>
      respond(200, pageAnswer(await store.iterations.list(defined(query)))),
  }),
];
