import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { toJson } from "../terminal/json-text.ts";

export function addReviewSchema(review: Command, { io }: CliContext): void {
  review
    .command("schema")
    .description("print the JSON Schema of a reviewer's answer")
    .action(async () => {
      const { reviewJsonSchema } = await import("../../core/review/review-fields.ts");
      io.stdout.write(toJson(reviewJsonSchema()));
    });
}
