import { z } from "zod";
import { MESSAGE_ROLES } from "../../core/signal/signal.ts";

/** Optional hints about the origin of a text, which make detection more accurate. */
export const hintFields = {
  kind: z
    .enum(["tool_output", "user_message"])
    .optional()
    .describe("Where the text comes from (default: guessed)."),
  exit_code: z
    .int()
    .optional()
    .describe("The exit code of the command that printed it; it decides whether there is a failure."),
  history: z
    .array(z.strictObject({ role: z.enum(MESSAGE_ROLES), text: z.string() }))
    .max(1_000)
    .optional()
    .describe(
      "The conversation before the text, oldest first. An empty list means that the text starts the conversation.",
    ),
};
