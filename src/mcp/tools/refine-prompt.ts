import { z } from "zod";
import { readFeedbackDocument } from "../../core/prompt/read-feedback-document.ts";
import { refinePrompt } from "../../core/prompt/refine-prompt.ts";
import { detectSignal } from "../../core/signal/detect-signal.ts";
import { SIGNAL_TYPES } from "../../core/signal/signal.ts";
import { defineTool, READS } from "../mcp-tool.ts";
import { invalidArguments } from "../tool-refusal.ts";

/** In UTF-16 code units; a prompt is given back whole, so one that no answer has room for is refused. */
const MAX_PROMPT = 100_000;

export const REFINE_PROMPT = defineTool({
  name: "refine_prompt",
  title: "Refine a prompt by its feedback",
  description:
    "Betters a prompt by what went wrong with its last answer: a failed run's output, what a person said, or a document of actionable feedback. Refining the result again changes nothing. Facts from the feedback are quoted in the result as data.",
  annotations: READS,
  input: z.strictObject({
    prompt: z.string().min(1).max(MAX_PROMPT),
    feedback: z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .describe(
        "Output of a tool, or a person's words, as they came; or an actionable-feedback document, or one item of it.",
      ),
  }),
  output: z.object({
    refined_prompt: z.string(),
    feedback_type: z
      .enum(SIGNAL_TYPES)
      .nullable()
      .describe("Null where nothing went wrong; the prompt is as it was."),
    actions_applied: z.array(z.string()),
    iterations: z.int(),
    score_before: z.number(),
    score_after: z.number(),
  }),
  run: ({ prompt, feedback }) => {
    const document = readFeedbackDocument(feedback);
    if (document?.ok === false) {
      throw invalidArguments(
        document.error.map(({ path, message }) => ({ path: `feedback.${path}`, message })),
      );
    }
    if (document === undefined && typeof feedback !== "string") {
      throw invalidArguments([{ path: "feedback", message: "expected a text or a feedback document" }]);
    }
    // A document's own words are all that is taken from it.
    const text = document === undefined ? (feedback as string) : "";
    const signal = document === undefined ? detectSignal(text) : document.value.signals;
    const refined = refinePrompt({ prompt, feedback: text, signal });
    const { refined_prompt, feedback_type, actions_applied, iterations, score_before, score_after } = refined;
    return Promise.resolve({
      structured: {
        refined_prompt,
        feedback_type,
        actions_applied: [...actions_applied],
        iterations,
        score_before,
        score_after,
      },
      text:
        feedback_type === null
          ? "The feedback tells of no failure: the prompt is as it was."
          : `${refined_prompt}\n\n(${feedback_type}: score ${score_before} to ${score_after})`,
    });
  },
});
