import type { Command } from "commander";
import type { CliContext } from "./cli-context.ts";

export function addReviewSchema(review: Command, { io }: CliContext): void {
  review
    .command("schema")
    .description("print the JSON Schema of a reviewer's answer")
    .action(async () => {
      const { reviewJsonSchema } = await import("../core/review/review-json-schema.ts");
      io.stdout.write(`${JSON.stringify(reviewJsonSchema(), null, 2)}\n`);
    });
}
