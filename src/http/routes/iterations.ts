import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import { EXAMPLE_DOCUMENTS } from "../../core/actionable/json-schema.ts";
import { MAX_TASK } from "../../core/iteration/task-round.ts";
import { pageSchema, pageQuery, textField } from "../fields.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { recordName } from "../schemas/agent.ts";
import { taskHistorySchema, taskSchema } from "../schemas/iteration.ts";
import { violationSchema } from "./lint.ts";

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
