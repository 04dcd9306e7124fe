import { z } from "zod";
import { refinePrompt } from "../../core/prompt/refine-prompt.ts";
import { detectSignal } from "../../core/signal/detect-signal.ts";
import { SIGNAL_TYPES } from "../../core/signal/signal.ts";
import { defineTool, READS } from "../mcp-tool.ts";

/** In UTF-16 code units; a prompt is given back whole, so one that no answer has room for is refused. */
const MAX_PROMPT = 100_000;

export const REFINE_PROMPT = defineTool({
  name: "refine_prompt",
  title: "Refine a prompt by its feedback",
  description:
    "Betters a prompt by what went wrong with its last answer: a failed run's output, or what a person said. Refining the result again changes nothing. Facts from the feedback are quoted in the result as data.",
  annotations: READS,
  input: z.strictObject({
    prompt: z.string().min(1).max(MAX_PROMPT),
    feedback: z.string().describe("Output of a tool, or a person's words, as they came."),
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
    const refined = refinePrompt({ prompt, feedback, signal: detectSignal(feedback) });
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
