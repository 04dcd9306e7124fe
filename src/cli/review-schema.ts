import type { Command } from "commander";
import { reviewJsonSchema } from "../core/review/review-json-schema.ts";
import type { CliContext } from "./cli-context.ts";

export function addReviewSchema(review: Command, { io }: CliContext): void {
  review
    .command("schema")
    .description("print the JSON Schema of a reviewer's answer")
    .action(() => {
      io.stdout.write(`${JSON.stringify(reviewJsonSchema(), null, 2)}\n`);
    });
}
