import { Option, type Command } from "commander";
import { SEVERITIES, type Severity } from "../../core/review/review-fields.ts";
import { addChangeOptions, type ChangeOptions } from "../options/change-options.ts";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

const REVIEW_FORMATS = ["text", "json", "sarif", "rdjson", "github", "gitlab"] as const;
type ReviewFormat = (typeof REVIEW_FORMATS)[number];

export interface ReviewCheckOptions extends ChangeOptions {
  readonly schemaVersion?: string;
  readonly promptVersion?: string;
  readonly allowPromptPatchDrift?: boolean;
  readonly format: ReviewFormat;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly failOn?: Severity;
  readonly sarifUpload: "action" | "api";
  readonly count?: boolean;
  readonly assignment?: string;
  readonly store?: string;
}

const EXAMPLES = `
Examples:
  emend review check answer.txt --range main...HEAD
  emend review check < answer.txt --changed-files changed.txt --format sarif > review.sarif
  emend review check answer.txt --diff change.diff --fail-on high

With --jsonl each line is {id, raw, changed_files, config?} and is answered by
{id, status, result?, diagnostics}; config is {schema_version, prompt_version, allow_prompt_patch_drift}.

The exit code is 1 if the answer is rejected or, with --fail-on, if a finding has that severity or a worse
one. A dropped finding has the severity it claims, and fails if that cannot be read, because it may be the
worst one. An answer that ends before its list of findings, or whose findings were all dropped, fails too.
With --fail-on, --json and --jsonl include {verdict: {fail_on, passes, failures}}.`;

export function addReviewCheck(review: Command, context: CliContext): void {
  addChangeOptions(review.command("check"))
    .description(
      "turn a reviewer's raw answer into findings you can rely on, and report what was wrong with the rest",
    )
    .argument("[file]", "the model's answer, unchanged (default: standard input)")
    .addOption(new Option("--format <format>", "output format").choices(REVIEW_FORMATS).default("text"))
    .addOption(new Option("--json", "same as --format json").conflicts(["format", "jsonl"]))
    .addOption(new Option("--jsonl", "read one object per line, print one per line").conflicts("format"))
    .addOption(
      new Option(
        "--fail-on <severity>",
        "exit with 1 on findings of this severity or worse, including dropped and unreadable ones",
      ).choices(SEVERITIES),
    )
    .addOption(
      new Option("--sarif-upload <how>", "how the SARIF is uploaded to GitHub; api needs fingerprints in it")
        .choices(["action", "api"])
        .default("action"),
    )
    .option("--schema-version <version>", "version of the answer's format to accept (default: 1.0)")
    .option("--prompt-version <version>", "version of the prompt to accept (default: 1.0)")
    .option("--allow-prompt-patch-drift", "accept other patch versions of the prompt")
    .option("--count", "include the answer in the health of its versions; see `emend rollouts`")
    .option(
      "--assignment <id>",
      "with --count: the review's assignment to a rollout (`emend rollouts assign`)",
    )
    .option("--store <file>", "with --count: the store (default: .emend/emend.db)")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-review-check.ts")).runReviewCheck));
}
