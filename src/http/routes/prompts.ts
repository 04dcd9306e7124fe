import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { CRITERION_IDS, TARGET_SCORE, scorePrompt } from "../../core/prompt/score-prompt.ts";
import { type FeedbackDocument, readFeedbackDocument } from "../../core/prompt/read-feedback-document.ts";
import { HARD_REFINEMENT_LIMIT, refinePrompt } from "../../core/prompt/refine-prompt.ts";
import { ACTION_TYPES } from "../../core/prompt/refinement-actions.ts";
import { SIGNAL_TYPES } from "../../core/signal/signal.ts";
import { signalOf } from "../../core/signal/signal-reader.ts";
import { textField, timeField } from "../fields.ts";
import { detectInChunks } from "../detect-in-chunks.ts";
import { HttpProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { recordName, runField } from "../schemas/agent.ts";
import { hintFields } from "../schemas/hints.ts";

const route = routesOf("prompts");

/** The log repeats the prompt for each iteration, so longer prompts would make the response too large. */
const prompt = z.string().min(1).max(100_000);
const score = z.number().min(0).max(10);
const action = z.enum(ACTION_TYPES);

const promptScore = z
  .object({
    score,
    target: score.describe("The target of a refinement."),
    criteria: z.array(
      z.object({
        id: z.enum(CRITERION_IDS),
        purpose: z.string(),
        points: z.number(),
        earned: z.number(),
        judged: z.string(),
        hint: z.string().describe("How to earn the points."),
        evidence: z
          .object({ start: z.int(), end: z.int() })
          .nullable()
          .describe("What earned the points, in UTF-16 offsets; for clarity, what lost them."),
      }),
    ),
  })
  .meta({ id: "PromptScore" });

const refinement = z
  .object({
    refined_prompt: z.string(),
    feedback_type: z.enum(SIGNAL_TYPES).nullable(),
    actions_applied: z.array(action),
    actions_omitted: z.array(z.object({ action, reason: z.enum(["fact_missing", "already_said"]) })),
    iterations: z.int(),
    score_before: score,
    score_after: score,
    ended: z.enum(["no_signal", "limit_reached", "target_reached", "nothing_left"]),
    log: z.array(
      z.object({
        timestamp: timeField.nullable(),
        original_prompt: z.string(),
        feedback_type: z.enum(SIGNAL_TYPES),
        feedback_signal: z.string(),
        actions_applied: z.array(action),
        refined_prompt: z.string(),
        iteration: z.int(),
        success: z.boolean(),
        score_before: score,
        score_after: score,
      }),
    ),
    logged: z.array(z.string()).describe("The ids of the entries stored in the log."),
  })
  .meta({ id: "Refinement" });

export const PROMPT_ROUTES: readonly Route[] = [
  route("POST /prompts/score", {
    id: "scorePrompt",
    summary: "Score a prompt",
    description: "With a rubric of ten points; the same prompt always gets the same score.",
    permission: "ask",
    body: z.strictObject({ prompt }),
    responses: { 200: promptScore },
    handle: async ({ body }) => respond(200, { ...scorePrompt(body.prompt), target: TARGET_SCORE }),
  }),
  route("POST /prompts/refine", {
    id: "refinePrompt",
    summary: "Improve a prompt using feedback",
    description:
      "Adds the facts from feedback on the last answer: a failed run's output, a person's words, or an actionable-feedback document, as with `emend refine`. The result never scores below the input, and refining it again changes nothing. Facts from the feedback are quoted as data. Each iteration is stored in the log unless `log` is false.",
    permission: "ask",
    agent: "body",
    quota: "records",
    body: z.strictObject({
      prompt,
      feedback: z
        .union([textField, z.record(z.string(), z.unknown())])
        .describe(
          "What went wrong with the last answer: a text, an actionable-feedback document, or one of its items.",
        ),
      ...hintFields,
      limit: z
        .int()
        .min(0)
        .max(HARD_REFINEMENT_LIMIT)
        .optional()
        .describe("Maximum number of iterations (default: 3)."),
      agent: recordName
        .optional()
        .describe("The agent whose prompt it is; optional with an agent's own token."),
      session: recordName.optional().describe("The conversation that the prompt belongs to."),
      run: runField.optional(),
      log: z
        .boolean()
        .default(true)
        .describe(
          "Whether each iteration is stored in the log, with secrets masked; see `GET /prompts/refinements`.",
        ),
    }),
    responses: { 200: refinement },
    handle: async ({ body, principal }, { now, emend }) => {
      const { kind, exit_code, history, limit } = body;
      const document = parseFeedback(body.feedback);
      // The text of a document is already part of its signals.
      const feedback = typeof document === "string" ? document : "";
      const signal =
        typeof document === "string"
          ? signalOf(await detectInChunks(document, defined({ kind, exit_code, history })))
          : document.signals;
      const refined = refinePrompt({
        prompt: body.prompt,
        signal,
        feedback,
        now: () => new Date(now()),
        ...defined({ limit }),
      });
      const { agent, session, run } = body;
      const origin = { at: now(), recorded_by: principal.id, ...defined({ agent, session, run }) };
      const logged = body.log ? await emend.refinements.keep(refined, origin) : [];
      return respond(200, { ...refined, logged });
    },
  }),
];

/** A feedback document, or plain text if it is none. */
function parseFeedback(feedback: string | Readonly<Record<string, unknown>>): FeedbackDocument | string {
  const parsed = readFeedbackDocument(feedback);
  if (parsed?.ok === true) return parsed.value;
  if (parsed === undefined && typeof feedback === "string") return feedback;
  const errors = (parsed?.error ?? []).map(({ path, message }) => ({ path: `feedback.${path}`, message }));
  const detail = errors[0]?.message ?? "feedback: expected a text, a feedback document or one of its items";
  throw new HttpProblem("invalid_body", detail, { errors });
}
