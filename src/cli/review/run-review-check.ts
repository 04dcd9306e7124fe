import { defined } from "../../core/defined.ts";
import { textOf } from "../../core/json/read-json.ts";
import { type ChangeSource, checkReview, countLines } from "../../app/review/check-review.ts";
import { judgeReview, type ReviewVerdict } from "../../core/review/judge-review.ts";
import { parseReview, type ParsedReview, type ParseReviewOptions } from "../../core/review/parse-review.ts";
import { renderGithubAnnotations, renderRdjson } from "../../core/review/render-annotations.ts";
import { renderSarif } from "../../core/review/render-sarif.ts";
import { readVersionPolicy, type VersionPolicy } from "../../core/review/version-policy.ts";
import type { CodeRepository } from "../../ports/project-files.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { readInput } from "../terminal/input.ts";
import { toJson } from "../terminal/json-text.ts";
import { mapJsonl } from "../terminal/jsonl.ts";
import { loadChange } from "../options/load-change.ts";
import { openRepository } from "../open/open-repository.ts";
import type { ReviewCheckOptions } from "./review-check.ts";
import { openReviewCounter, type ReviewCounter } from "./review-counter.ts";
import { renderDiagnostics, renderReviewText } from "./review-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { painter } from "../terminal/style.ts";
import { VERSION } from "../version.ts";

export async function runReviewCheck(
  file: string | undefined,
  options: ReviewCheckOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const accept = readVersionPolicy({
    schema_version: options.schemaVersion,
    prompt_version: options.promptVersion,
    allow_prompt_patch_drift: options.allowPromptPatchDrift,
  });
  if (!accept.ok) throw usageError(accept.error.code, accept.error.message.replaceAll("config.", ""));
  const { source } = await loadChange(io, options);
  const repository = openRepository(io);
  if (options.jsonl === true) {
    const fallback = await loadFallback(repository, source);
    const counter = await openReviewCounter(io, options);
    const verdicts = { passed: 0, failed: 0 };
    const checkOne = async (line: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> => {
      const checked = await checkLine(line, accept.value, fallback, counter);
      if ("error" in checked) return checked;
      const verdict = verdictOf(checked, options);
      if (verdict !== undefined) verdicts[verdict.passes ? "passed" : "failed"] += 1;
      return answerOf(checked, verdict);
    };
    const bad = await mapJsonl(io, checkOne).finally(counter.close);
    if (verdicts.failed > 0) {
      const all = verdicts.failed + verdicts.passed;
      io.stderr.write(`emend: ${verdicts.failed} of ${all} reviews fail --fail-on ${options.failOn}\n`);
    }
    return finish(bad > 0 ? EXIT.usage : verdicts.failed > 0 ? EXIT.problem : EXIT.fine);
  }
  const raw = await readInput(io, file, "the reviewer's answer");
  const parsed = await checkReview({ repository })({ raw, change: source, accept: accept.value });
  const verdict = verdictOf(parsed, options);
  io.stdout.write(render(parsed, verdict, options, io));
  const counter = await openReviewCounter(io, options);
  await counter.count(parsed, accept.value, options.assignment).finally(counter.close);
  for (const { reason, message } of verdict?.failures ?? []) {
    io.stderr.write(`emend: fails --fail-on ${options.failOn}: ${safeLine(message)} [${reason}]\n`);
  }
  finish(parsed.status === "rejected" || verdict?.passes === false ? EXIT.problem : EXIT.fine);
}

const verdictOf = (parsed: ParsedReview, { failOn }: ReviewCheckOptions): ReviewVerdict | undefined =>
  failOn === undefined ? undefined : judgeReview(parsed, failOn);

type Fallback = Pick<ParseReviewOptions, "changedFiles" | "lineCounts">;

/** The change for lines that name no files of their own. */
async function loadFallback(repository: CodeRepository, source: ChangeSource): Promise<Fallback> {
  if (source.kind === "unknown") return {};
  if (source.kind === "files") return { changedFiles: source.files };
  const changedFiles = await repository.changedFiles(source.range);
  const paths = changedFiles.map(({ path }) => path);
  return { changedFiles, lineCounts: await countLines(repository, paths, source) };
}

async function checkLine(
  line: Readonly<Record<string, unknown>>,
  policy: VersionPolicy,
  fallback: Fallback,
  { count }: ReviewCounter,
): Promise<ParsedReview | { readonly error: { readonly code: string; readonly message: string } }> {
  const accept = readVersionPolicy(line["config"] ?? policy);
  if (!accept.ok) return { error: accept.error };
  const files = line["changed_files"];
  if (files !== undefined && !(Array.isArray(files) && files.every((path) => typeof path === "string"))) {
    return { error: { code: "invalid_changed_files", message: "changed_files must be a list of paths" } };
  }
  const parsed = parseReview(line["raw"], {
    accept: accept.value,
    ...(files === undefined ? fallback : { changedFiles: files }),
  });
  await count(parsed, accept.value, textOf(line["assignment"]));
  return parsed;
}

function answerOf(
  { status, review, diagnostics }: ParsedReview,
  verdict: ReviewVerdict | undefined,
): Record<string, unknown> {
  return {
    status,
    ...defined({ result: review }),
    diagnostics,
    ...defined({ verdict }),
  };
}

function render(
  parsed: ParsedReview,
  verdict: ReviewVerdict | undefined,
  options: ReviewCheckOptions,
  io: CliIo,
): string {
  const review = parsed.review ?? { schema_version: "1.0", prompt_version: "1.0", findings: [] };
  const { diagnostics } = parsed;
  switch (options.json === true ? "json" : options.format) {
    case "text":
      return renderReviewText(parsed, painter(io));
    case "json":
      return toJson(answerOf(parsed, verdict));
    case "sarif":
      return toJson(renderSarif(review, { toolVersion: VERSION, upload: options.sarifUpload, diagnostics }));
    case "rdjson":
      reportAside(parsed, io);
      return `${JSON.stringify(renderRdjson(review))}\n`;
    case "github":
      reportAside(parsed, io);
      return renderGithubAnnotations(review);
  }
}

/** These formats have no room for what was refused, so it is told beside them. */
function reportAside({ diagnostics }: ParsedReview, io: CliIo): void {
  if (diagnostics.length === 0) return;
  io.stderr.write(`${renderDiagnostics(diagnostics, (_format, text) => text).join("\n\n")}\n`);
}
