import { z } from "zod";

/** What is known of where a text comes from; each helps, none is required. */
export const hintFields = {
  kind: z
    .enum(["tool_output", "user_message"])
    .optional()
    .meta({ description: "Where the text comes from; it is guessed when left out." }),
  exit_code: z.int().optional().meta({ description: "Of the command whose output it is." }),
};
