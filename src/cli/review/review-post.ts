import { Option, type Command } from "commander";
import { SEVERITIES, type Severity } from "../../core/review/review-fields.ts";
import { addChangeOptions, type ChangeOptions } from "../options/change-options.ts";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

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

A finding becomes a comment on its lines if the change shows them, otherwise on its file; findings outside
the change go into the review's summary. Findings that Emend posted before are not repeated. The token is
github.token or GITHUB_TOKEN; check runs need the token of a GitHub App, such as the one in GitHub Actions.
The exit code is 1 if the answer was rejected.`;

export function addReviewPost(review: Command, context: CliContext): void {
  addChangeOptions(review.command("post"))
    .description("post a checked review on a pull request, as comments and check runs")
    .argument("<pull>", "the pull request, as owner/name#12")
    .argument("[file]", "the output of `emend review check --json` (default: standard input)")
    .requiredOption("--commit <sha>", "the full id of the reviewed commit")
    .option("--comments", "post a review with comments (the default)")
    .option("--checks", "report a check run with annotations")
    .option("--check-name <name>", "the check's name", "emend review")
    .addOption(
      new Option(
        "--fail-on <severity>",
        "the check fails on findings of this severity or worse, including dropped and unreadable ones",
      )
        .choices(SEVERITIES)
        .default("high"),
    )
    .option("--dry-run", "print what would be sent as JSON, and send nothing")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-review-post.ts")).runReviewPost));
}
