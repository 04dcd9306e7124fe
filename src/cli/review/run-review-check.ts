import { checkReview } from "../../app/review/check-review.ts";
import { failReason } from "../../core/review/fail-reason.ts";
import { parseReview, type ParsedReview, type ParseReviewOptions } from "../../core/review/parse-review.ts";
import { renderGithubAnnotations } from "../../core/review/render-github-annotations.ts";
import { renderRdjson } from "../../core/review/render-rdjson.ts";
import { renderSarif } from "../../core/review/render-sarif.ts";
import { readVersionPolicy, type VersionPolicy } from "../../core/review/version-policy.ts";
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
    const fallback =
      source.kind === "range"
        ? await repository.changedFiles(source.range)
        : source.kind === "files"
          ? source.files
          : undefined;
    const counter = await openReviewCounter(io, options);
    const bad = await mapJsonl(io, (line) => checkLine(line, accept.value, fallback, counter)).finally(
      counter.close,
    );
    return finish(bad > 0 ? EXIT.usage : EXIT.fine);
  }
  const raw = await readInput(io, file, "the reviewer's answer");
  const parsed = await checkReview({ repository })({ raw, change: source, accept: accept.value });
  io.stdout.write(render(parsed, options, io));
  const counter = await openReviewCounter(io, options);
  await counter.count(parsed, accept.value).finally(counter.close);
  const failed = failReason(parsed, options.failOn);
  if (failed === "all_findings_dropped") {
    io.stderr.write(
      "emend: no finding could be used, so nothing shows that none is severe; see what was dropped, and why [all_findings_dropped]\n",
    );
  }
  finish(failed === undefined ? EXIT.fine : EXIT.problem);
}

async function checkLine(
  line: Readonly<Record<string, unknown>>,
  policy: VersionPolicy,
  fallback: ParseReviewOptions["changedFiles"],
  { count }: ReviewCounter,
): Promise<Record<string, unknown>> {
  const accept = readVersionPolicy(line["config"] ?? policy);
  if (!accept.ok) return { error: accept.error };
  const files = line["changed_files"];
  if (files !== undefined && !(Array.isArray(files) && files.every((path) => typeof path === "string"))) {
    return { error: { code: "invalid_changed_files", message: "changed_files must be a list of paths" } };
  }
  const changedFiles = (files as readonly string[] | undefined) ?? fallback;
  const parsed = parseReview(line["raw"], {
    accept: accept.value,
    ...(changedFiles === undefined ? {} : { changedFiles }),
  });
  await count(parsed, accept.value);
  return answerOf(parsed);
}

function answerOf({ status, review, diagnostics }: ParsedReview): Record<string, unknown> {
  return { status, ...(review === undefined ? {} : { result: review }), diagnostics };
}

function render(parsed: ParsedReview, options: ReviewCheckOptions, io: CliIo): string {
  const review = parsed.review ?? { schema_version: "1.0", prompt_version: "1.0", findings: [] };
  const { diagnostics } = parsed;
  switch (options.json === true ? "json" : options.format) {
    case "text":
      return renderReviewText(parsed, painter(io));
    case "json":
      return toJson(answerOf(parsed));
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
