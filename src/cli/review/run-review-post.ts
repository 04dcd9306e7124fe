import { defined } from "../../core/defined.ts";
import { publishReview } from "../../app/github/publish-review.ts";
import { planChecks } from "../../core/github/plan-checks.ts";
import { planReview, type ReviewedChange } from "../../core/github/plan-review.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { readInput } from "../terminal/input.ts";
import { toJson } from "../terminal/safe-text.ts";
import { loadChange } from "../options/load-change.ts";
import { openCodeHost } from "../open/open-code-host.ts";
import { lazyRepository } from "../open/lazy-repository.ts";
import { parsePullRequestArgument } from "../options/parse-options.ts";
import type { ReviewPostOptions } from "./review-post.ts";
import type { Diagnostic } from "../../core/review/review.ts";
import { parseReview, type ParsedReview } from "../../core/review/parse-review.ts";

/** `emend review post`: posts a checked review on a pull request. */
export async function runReviewPost(
  pullRequest: string,
  file: string | undefined,
  options: ReviewPostOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const pull = parsePullRequestArgument(pullRequest);
  const { commit, failOn, checkName: name } = options;
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) {
    throw usageError(
      "invalid_commit",
      "--commit: expected the full id of a commit",
      "`git rev-parse HEAD` prints it",
    );
  }
  const change = await loadReviewed(io, options);
  const parsed = readCheckedReview(await readInput(io, file, "the checked review"));
  const checks = options.checks === true ? { name, failOn } : undefined;
  const comments = options.comments === true || checks === undefined;
  if (options.dryRun === true) {
    const review =
      parsed.review === undefined || !comments ? undefined : planReview(parsed.review, change, new Set());
    const check = checks === undefined ? undefined : { name, ...planChecks(parsed, failOn) };
    io.stdout.write(toJson({ pull, commit, review, check }));
  } else {
    const publish = publishReview({ host: await openCodeHost(io) });
    const published = await publish({ pull, commit, parsed, change, comments, ...defined({ checks }) });
    const summary = `comments: ${published.comments}, already posted: ${published.skipped}, annotations: ${published.annotations}`;
    io.stdout.write(options.json === true ? `${JSON.stringify(published)}\n` : `${summary}\n`);
  }
  if (parsed.status === "rejected")
    io.stderr.write("emend: the reviewer's answer was rejected [review_rejected]\n");
  finish(parsed.status === "rejected" ? EXIT.problem : EXIT.success);
}

/** Comments on lines need the diff; a list of files is enough for comments on files. */
async function loadReviewed(io: CliIo, options: ReviewPostOptions): Promise<ReviewedChange> {
  const { source, diff } = await loadChange(io, options);
  if (source.kind === "files") return { files: source.files, ...defined({ diff }) };
  if (source.kind === "unknown") return {};
  const repository = lazyRepository(io);
  return { files: await repository.changedFiles(source.range), diff: await repository.diff(source.range) };
}

type CheckedReview = Pick<ParsedReview, "status" | "review" | "diagnostics">;

/** Parses the output of `emend review check --json` and validates it again, because the file may have been edited. */
function readCheckedReview(text: string): CheckedReview {
  const { status, result, diagnostics } = readObject(text);
  // An unreadable diagnostic may be about a dropped finding, so it is not ignored.
  if (!Array.isArray(diagnostics) || !diagnostics.every(isDiagnostic)) throw notChecked();
  if (status === "rejected") return { status, diagnostics };
  const versions = (typeof result === "object" && result !== null ? result : {}) as Record<string, unknown>;
  if (status !== "accepted") throw notChecked();
  // Findings outside the change are kept, because they go into the summary.
  const parsed = parseReview(JSON.stringify(result ?? null), {
    accept: {
      schema_version: String(versions["schema_version"]),
      prompt_version: String(versions["prompt_version"]),
    },
  });
  if (parsed.status === "rejected") throw notChecked();
  const lost = parsed.diagnostics.filter(({ kind }) => kind === "finding_dropped");
  return { ...parsed, diagnostics: [...diagnostics, ...lost] };
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    throw notChecked();
  }
  throw notChecked();
}

const isDiagnostic = (value: unknown): value is Diagnostic => {
  const { kind, reason, message } = (value ?? {}) as Record<string, unknown>;
  return typeof kind === "string" && typeof reason === "string" && typeof message === "string";
};

const notChecked = (): Error =>
  usageError(
    "review_not_checked",
    "expected the JSON of a checked review: {status, result?, diagnostics}",
    "create it with `emend review check … --json`",
  );
