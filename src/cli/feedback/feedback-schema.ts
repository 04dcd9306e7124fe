import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { toJson } from "../terminal/json-text.ts";

export function addFeedbackSchema(feedback: Command, { io }: CliContext): void {
  feedback
    .command("schema")
    .description("print the JSON Schema (2020-12) of an actionable-feedback document")
    .addHelpText("after", "\nExamples:\n  emend feedback schema > actionable-feedback.schema.json")
    .action(async () => {
      const { actionableFeedbackJsonSchema } = await import("../../core/actionable/json-schema.ts");
      io.stdout.write(toJson(actionableFeedbackJsonSchema()));
    });
}
