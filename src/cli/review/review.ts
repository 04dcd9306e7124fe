import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { addReviewCheck } from "./review-check.ts";
import { addReviewPost } from "./review-post.ts";
import { addReviewPrompt } from "./review-prompt.ts";
import { addReviewSchema } from "./review-schema.ts";

export function addReview(program: Command, context: CliContext): void {
  const review = program
    .command("review")
    .description("answers of machine reviewers: check them, post them, request them");
  addReviewCheck(review, context);
  addReviewPost(review, context);
  addReviewPrompt(review, context);
  addReviewSchema(review, context);
}
