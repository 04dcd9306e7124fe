import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { addFeedbackLint } from "./feedback-lint.ts";
import { addRecordedFeedback } from "./feedback-recorded.ts";
import { toJson } from "../terminal/safe-text.ts";

export function addFeedback(program: Command, context: CliContext): void {
  const feedback = program
    .command("feedback")
    .description("recorded feedback (list, show, story), and the actionable-feedback standard (lint, schema)")
    .addHelpText("after", HELP);
  addRecordedFeedback(feedback, context);
  addFeedbackLint(feedback, context);
  addFeedbackSchema(feedback, context);
}

const HELP = `
Feedback is actionable if it names a specific problem, where it is, and the change to make,
without leaving open whether to make it.

Examples:
  emend feedback list --agent rio
  emend feedback story fb_1a2b3c4d
  echo "Consider renaming this" | emend feedback lint
  emend feedback lint round-2.json --strict
  emend feedback schema > actionable-feedback.schema.json`;

function addFeedbackSchema(feedback: Command, { io }: CliContext): void {
  feedback
    .command("schema")
    .description("print the JSON Schema (2020-12) of an actionable-feedback document")
    .addHelpText("after", "\nExamples:\n  emend feedback schema > actionable-feedback.schema.json")
    .action(async () => {
      const { actionableFeedbackJsonSchema } = await import("../../core/actionable/json-schema.ts");
      io.stdout.write(toJson(actionableFeedbackJsonSchema()));
    });
}
