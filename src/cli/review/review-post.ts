import { Option, type Command } from "commander";
import { SEVERITIES, type Severity } from "../../core/review/review-fields.ts";
import { addChangeOptions, type ChangeOptions } from "../options/change-options.ts";
import type { CliContext } from "../cli-context.ts";

export interface ReviewPostOptions extends ChangeOptions {
  readonly commit: string;
  readonly comments?: boolean;
  readonly checks?: boolean;
  readonly checkName: string;
  readonly failOn: Severity;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  emend review check answer.txt --range main...HEAD --json > checked.json
  emend review post acme/shop#12 checked.json --commit "$(git rev-parse HEAD)" --range main...HEAD
  emend review post acme/shop#12 checked.json --commit "$SHA" --diff change.diff --checks --comments

A finding becomes a comment on its lines where the change shows them, on its file where it does not;
what is outside the change goes to the review's summary. A finding that an earlier review of ours has
said is not said again. The token is github.token or GITHUB_TOKEN; checks take the token of a GitHub
App, such as the one that GitHub Actions hands out. A rejected answer ends with exit code 1.`;

export function addReviewPost(review: Command, context: CliContext): void {
  addChangeOptions(review.command("post"))
    .description("a checked review → comments and checks on a pull request")
    .argument("<pull>", "the pull request, as owner/name#12")
    .argument("[file]", "what `emend review check --json` printed; standard input when left out")
    .requiredOption("--commit <sha>", "the commit that was reviewed, in full")
    .option("--comments", "post a review with comments; this is what is done when nothing is asked for")
    .option("--checks", "report a check run with annotations")
    .option("--check-name <name>", "the check's name", "emend review")
    .addOption(
      new Option(
        "--fail-on <severity>",
        "the check fails on findings this bad or worse, also dropped ones and those that could not be read",
      )
        .choices(SEVERITIES)
        .default("high"),
    )
    .option("--dry-run", "print as JSON what would be sent; nothing is")
    .option("--json", "answer in JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (pull: string, file: string | undefined, options: ReviewPostOptions) => {
      const { runReviewPost } = await import("./run-review-post.ts");
      await runReviewPost({ pull, file }, options, context);
    });
}
