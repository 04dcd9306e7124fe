import type { Command } from "commander";
import { readVersionPolicy } from "../../core/review/version-policy.ts";
import { addChangeOptions, type ChangeOptions } from "../options/change-options.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import { loadChange } from "../options/load-change.ts";
import { openRepository } from "../open/open-repository.ts";

interface PromptOptions extends ChangeOptions {
  readonly schemaVersion?: string;
  readonly promptVersion?: string;
}

const EXAMPLES = `
Examples:
  emend review prompt --range main...HEAD > prompt.txt
  git diff > change.diff && emend review prompt --diff change.diff`;

export function addReviewPrompt(review: Command, { io }: CliContext): void {
  addChangeOptions(review.command("prompt"))
    .description("print the versioned prompt that asks a reviewer for such an answer")
    .option("--schema-version <version>", "version of the answer's format to ask for", "1.0")
    .option("--prompt-version <version>", "version of the prompt to ask for", "1.0")
    .addHelpText("after", EXAMPLES)
    .action(async (options: PromptOptions) => {
      const { buildReviewPrompt } = await import("../../core/review/build-review-prompt.ts");
      const versions = readVersionPolicy({
        schema_version: options.schemaVersion,
        prompt_version: options.promptVersion,
      });
      if (!versions.ok)
        throw usageError(versions.error.code, versions.error.message.replaceAll("config.", ""));
      const { source, diff } = await loadChange(io, options);
      if (source.kind === "unknown") {
        throw usageError(
          "change_missing",
          "the prompt needs the change: give --changed-files, --diff or --range",
          "for example: emend review prompt --range main...HEAD",
        );
      }
      const repository = openRepository(io);
      const text = source.kind === "range" ? await repository.diff(source.range) : diff;
      io.stdout.write(
        buildReviewPrompt({
          changedFiles: source.kind === "range" ? await repository.changedFiles(source.range) : source.files,
          versions: versions.value,
          ...(text === undefined ? {} : { diff: text }),
        }),
      );
    });
}
