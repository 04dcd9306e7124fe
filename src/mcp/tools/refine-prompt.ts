import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { readFeedbackDocument } from "../../core/prompt/read-feedback-document.ts";
import { refinePrompt, type Refinement } from "../../core/prompt/refine-prompt.ts";
import { detectSignal } from "../../core/signal/detect-signal.ts";
import { SIGNAL_TYPES } from "../../core/signal/signal.ts";
import type { McpContext } from "../mcp-context.ts";
import { defineTool, ADDS_ONLY } from "../mcp-tool.ts";
import { agentField, agentOf, toolNameField, toolRunField } from "../tool-fields.ts";
import { invalidArguments } from "../tool-refusal.ts";

/** In UTF-16 code units. A prompt is never truncated, so one that does not fit into an answer is refused. */
const MAX_PROMPT = 100_000;

export const REFINE_PROMPT = defineTool({
  name: "refine_prompt",
  title: "Improve a prompt using feedback",
  description:
    "Improves a prompt using what went wrong with its last answer: a failed run's output, what a person said, or an actionable-feedback document. The text result is only the refined prompt; the structured result has its log. Refining the result again changes nothing. Facts from the feedback are quoted as data. Each iteration is stored in the refinement log with secrets masked, unless log is false.",
  annotations: { ...ADDS_ONLY, idempotentHint: false },
  input: z.strictObject({
    prompt: z.string().min(1).max(MAX_PROMPT),
    feedback: z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .describe(
        "Output of a tool or a person's words, unchanged; or an actionable-feedback document, or one of its items.",
      ),
    agent: agentField,
    session: toolNameField.exactOptional().describe("The conversation that the prompt belongs to."),
    run: toolRunField.exactOptional(),
    log: z.boolean().exactOptional().describe("False stores nothing in the refinement log."),
  }),
  output: z.object({
    refined_prompt: z.string(),
    feedback_type: z
      .enum(SIGNAL_TYPES)
      .nullable()
      .describe("Null if nothing went wrong; the prompt is unchanged."),
    actions_applied: z.array(z.string()),
    iterations: z.int(),
    score_before: z.number(),
    score_after: z.number(),
    log: z
      .array(
        z.object({
          timestamp: z.string().nullable(),
          feedback_type: z.enum(SIGNAL_TYPES),
          feedback_signal: z.string(),
          actions_applied: z.array(z.string()),
          iteration: z.int(),
          success: z.boolean().describe("Whether the prompt reached the target score."),
          score_before: z.number(),
          score_after: z.number(),
        }),
      )
      .describe("One entry per iteration, with the applied actions."),
    logged: z.array(z.string()).describe("The ids of the entries stored in the log."),
  }),
  run: async ({ prompt, feedback, ...about }, context) => {
    const document = readFeedbackDocument(feedback);
    if (document?.ok === false) {
      throw invalidArguments(
        document.error.map(({ path, message }) => ({ path: `feedback.${path}`, message })),
      );
    }
    if (document === undefined && typeof feedback !== "string") {
      throw invalidArguments([{ path: "feedback", message: "expected a text or a feedback document" }]);
    }
    // A document's signals already quote it, so its text is not passed on.
    const text = document === undefined ? (feedback as string) : "";
    const signal = document === undefined ? detectSignal(text) : document.value.signals;
    const at = context.now();
    const refined = refinePrompt({ prompt, feedback: text, signal, now: () => new Date(at) });
    const logged = about.log === false ? [] : await storeLog(refined, about, context, at);
    const { refined_prompt, feedback_type, actions_applied, iterations, score_before, score_after } = refined;
    return {
      structured: {
        refined_prompt,
        feedback_type,
        actions_applied: [...actions_applied],
        iterations,
        score_before,
        score_after,
        log: refined.log.map(({ original_prompt: _before, refined_prompt: _after, ...entry }) => ({
          ...entry,
          actions_applied: [...entry.actions_applied],
        })),
        logged: [...logged],
      },
      text: refined_prompt,
      whole: true,
    };
  },
});

interface RefinementOrigin {
  readonly agent?: string;
  readonly session?: string;
  readonly run?: string;
}

/** A failure to write the log does not fail the call. */
async function storeLog(
  refined: Refinement,
  { agent: named, session, run }: RefinementOrigin,
  context: McpContext,
  at: string,
): Promise<readonly string[]> {
  const agent = named === undefined && context.agent === undefined ? undefined : agentOf(named, context);
  if (refined.log.length === 0) return [];
  try {
    const { refinements } = await context.emend.create();
    return await refinements.keep(refined, {
      at,
      recorded_by: context.author.id,
      ...defined({ agent, session, run }),
    });
  } catch (error) {
    context.report(
      `refine_prompt: the log could not be stored: ${error instanceof Error ? error.message : "unknown"}`,
    );
    return [];
  }
}
