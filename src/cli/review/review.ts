import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { addReviewCheck } from "./review-check.ts";
import { addReviewPost } from "./review-post.ts";
import { toJson } from "../terminal/safe-text.ts";
import { defined } from "../../core/defined.ts";
import { readVersionPolicy } from "../../core/review/version-policy.ts";
import { addChangeOptions, type ChangeOptions } from "../options/change-options.ts";
import { CliError, usageError } from "../cli-error.ts";
import { loadChange } from "../options/load-change.ts";
import { lazyRepository } from "../open/lazy-repository.ts";
import type { CliIo } from "../cli-io.ts";
import type { VersionPair } from "../../core/rollout/rollout.ts";
import type { Store } from "../../ports/store.ts";

export function addReview(program: Command, context: CliContext): void {
  const review = program
    .command("review")
    .description("answers of machine reviewers: check them, post them, request them");
  addReviewCheck(review, context);
  addReviewPost(review, context);
  addReviewPrompt(review, context);
  addReviewSchema(review, context);
}

function addReviewSchema(review: Command, { io }: CliContext): void {
  review
    .command("schema")
    .description("print the JSON Schema of a reviewer's answer")
    .action(async () => {
      const { reviewJsonSchema } = await import("../../core/review/review-fields.ts");
      io.stdout.write(toJson(reviewJsonSchema()));
    });
}

interface PromptOptions extends ChangeOptions {
  readonly schemaVersion?: string;
  readonly promptVersion?: string;
  readonly store?: string;
}

const EXAMPLES = `
Examples:
  emend review prompt --range main...HEAD > prompt.txt
  git diff > change.diff && emend review prompt --diff change.diff

Versions that no parser here accepts are refused. Accepted are 1.0, newer minor versions of the format,
patch versions of the prompt, and the versions of rollouts in the store (emend rollouts).`;

function addReviewPrompt(review: Command, { io }: CliContext): void {
  addChangeOptions(review.command("prompt"))
    .description("print the versioned prompt that asks a reviewer for an answer in this format")
    .option("--schema-version <version>", "version of the answer's format to request", "1.0")
    .option("--prompt-version <version>", "version of the prompt to request", "1.0")
    .option("--store <file>", "where rollouts are kept (default: .emend/emend.db)")
    .addHelpText("after", EXAMPLES)
    .action(async (options: PromptOptions) => {
      const { buildReviewPrompt } = await import("../../core/review/build-review-prompt.ts");
      const versions = readVersionPolicy({
        schema_version: options.schemaVersion,
        prompt_version: options.promptVersion,
      });
      if (!versions.ok)
        throw usageError(versions.error.code, versions.error.message.replaceAll("config.", ""));
      await assertAccepted(versions.value, options, io);
      const { source, diff } = await loadChange(io, options);
      if (source.kind === "unknown") {
        throw usageError(
          "change_missing",
          "no change given: use --changed-files, --diff or --range",
          "for example: emend review prompt --range main...HEAD",
        );
      }
      const repository = lazyRepository(io);
      const text = source.kind === "range" ? await repository.diff(source.range) : diff;
      io.stdout.write(
        buildReviewPrompt({
          changedFiles: source.kind === "range" ? await repository.changedFiles(source.range) : source.files,
          versions: versions.value,
          ...defined({ diff: text }),
        }),
      );
    });
}

async function assertAccepted(versions: VersionPair, options: PromptOptions, io: CliIo): Promise<void> {
  const { checkPromptVersions } = await import("../../app/review/check-prompt-versions.ts");
  let store: Store | undefined;
  try {
    const accepted = await checkPromptVersions(async () => {
      store = await openStoreIfAny(options, io);
      return store?.rollouts;
    })(versions);
    if (!accepted.ok) throw usageError(accepted.error.code, accepted.error.message);
  } finally {
    await store?.close();
  }
}

/** Without a store there are no rollouts, but a store named with --store must exist. */
async function openStoreIfAny({ store: file }: PromptOptions, io: CliIo): Promise<Store | undefined> {
  const { openStore } = await import("../open/open-store.ts");
  try {
    return await openStore(io, { file, create: false });
  } catch (error) {
    if (file === undefined && error instanceof CliError && error.code === "store_missing") return undefined;
    throw error;
  }
}
