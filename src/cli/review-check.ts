import type { Command } from "commander";
import { compose } from "../compose.ts";
import { checkReview } from "../app/check-review.ts";
import { parseReview, type ParsedReview, type ParseReviewOptions } from "../core/review/parse-review.ts";
import { renderGithubAnnotations } from "../core/review/render-github-annotations.ts";
import { renderRdjson } from "../core/review/render-rdjson.ts";
import { renderSarif } from "../core/review/render-sarif.ts";
import { SEVERITIES, type Severity } from "../core/review/review-fields.ts";
import { readVersionPolicy } from "../core/review/version-policy.ts";
import { addChangeOptions, loadChange, type ChangeOptions } from "./change-options.ts";
import type { CliContext } from "./cli-context.ts";
import type { CliIo } from "./cli-io.ts";
import { usageError } from "./cli-error.ts";
import { EXIT } from "./exit-code.ts";
import { readInput } from "./input.ts";
import { mapJsonl } from "./jsonl.ts";
import { renderDiagnostics, renderReviewText } from "./review-text.ts";
import { painter, type Paint } from "./style.ts";
import { VERSION } from "./version.ts";

const FORMATS = ["text", "json", "sarif", "rdjson", "github"] as const;
type Format = (typeof FORMATS)[number];
const UPLOADS = ["action", "api"] as const;
type Upload = (typeof UPLOADS)[number];

interface CheckOptions extends ChangeOptions {
  readonly schemaVersion?: string;
  readonly promptVersion?: string;
  readonly allowPromptPatchDrift?: boolean;
  readonly format?: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly failOn?: string;
  readonly sarifUpload?: string;
}

const EXAMPLES = `
Examples:
  emend review check answer.txt --range main...HEAD
  emend review check < answer.txt --changed-files changed.txt --format sarif > review.sarif
  emend review check answer.txt --diff change.diff --fail-on high

With --jsonl each line is {id, raw, changed_files, config?} and is answered by
{id, status, result?, diagnostics}; config is {schema_version, prompt_version, allow_prompt_patch_drift}.

A rejected answer ends with exit code 1; so does a finding at or above --fail-on.`;

export function addReviewCheck(review: Command, { io, finish }: CliContext): void {
  addChangeOptions(review.command("check"))
    .description("a reviewer's raw answer → findings you can rely on, and what was wrong with the rest")
    .argument("[file]", "the answer as the model gave it; standard input when left out")
    .option("--format <format>", `one of ${FORMATS.join(", ")} (default: text)`)
    .option("--json", "same as --format json")
    .option("--jsonl", "one object a line in, one out")
    .option("--fail-on <severity>", `exit 1 on findings of this severity or worse: ${SEVERITIES.join(", ")}`)
    .option(
      "--sarif-upload <how>",
      "how the SARIF reaches GitHub: action (default), or api, which needs fingerprints",
    )
    .option("--schema-version <version>", "version of the answer's format to accept (default: 1.0)")
    .option("--prompt-version <version>", "version of the prompt to accept (default: 1.0)")
    .option("--allow-prompt-patch-drift", "accept other patches of the prompt version")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string | undefined, options: CheckOptions) => {
      const accept = readVersionPolicy({
        schema_version: options.schemaVersion,
        prompt_version: options.promptVersion,
        allow_prompt_patch_drift: options.allowPromptPatchDrift,
      });
      if (!accept.ok) throw usageError(accept.error.code, accept.error.message.replaceAll("config.", ""));
      const format = formatOf(options);
      const failOn = severityOf(options.failOn);
      const { source } = await loadChange(io, options);
      if (options.jsonl === true) {
        const fallback = source.kind === "files" ? source.files : undefined;
        const bad = await mapJsonl(io, (line) => checkLine(line, fallback));
        return finish(bad > 0 ? EXIT.usage : EXIT.fine);
      }
      const raw = await readInput(io, file, "the reviewer's answer");
      const check = checkReview({ repository: compose({ cwd: io.cwd }).repository });
      const parsed = await check({ raw, change: source, accept: accept.value });
      io.stdout.write(render(parsed, format, uploadOf(options.sarifUpload), painter(io)));
      // SARIF and the like have no room for what was refused, so it is told beside them.
      if (format !== "text" && format !== "json") reportAside(parsed, io);
      finish(parsed.status === "rejected" || reaches(parsed, failOn) ? EXIT.problem : EXIT.fine);
    });
}

function checkLine(
  line: Readonly<Record<string, unknown>>,
  fallback: ParseReviewOptions["changedFiles"],
): Record<string, unknown> {
  const accept = readVersionPolicy(line["config"]);
  if (!accept.ok) return { error: accept.error };
  const files = line["changed_files"];
  if (files !== undefined && !(Array.isArray(files) && files.every((path) => typeof path === "string"))) {
    return { error: { code: "invalid_changed_files", message: "changed_files must be a list of paths" } };
  }
  const changedFiles = (files as readonly string[] | undefined) ?? fallback;
  return answerOf(
    parseReview(line["raw"], {
      accept: accept.value,
      ...(changedFiles === undefined ? {} : { changedFiles }),
    }),
  );
}

function answerOf({ status, review, diagnostics }: ParsedReview): Record<string, unknown> {
  return { status, ...(review === undefined ? {} : { result: review }), diagnostics };
}

function render(parsed: ParsedReview, format: Format, upload: Upload, paint: Paint): string {
  const empty = { schema_version: "1.0", prompt_version: "1.0", findings: [] };
  const review = parsed.review ?? empty;
  switch (format) {
    case "text":
      return renderReviewText(parsed, paint);
    case "json":
      return `${JSON.stringify(answerOf(parsed), null, 2)}\n`;
    case "sarif":
      return `${JSON.stringify(renderSarif(review, { toolVersion: VERSION, upload, diagnostics: parsed.diagnostics }), null, 2)}\n`;
    case "rdjson":
      return `${JSON.stringify(renderRdjson(review))}\n`;
    case "github":
      return renderGithubAnnotations(review);
  }
}

function reportAside(parsed: ParsedReview, io: CliIo): void {
  if (parsed.diagnostics.length === 0) return;
  io.stderr.write(`${renderDiagnostics(parsed.diagnostics, (_format, text) => text).join("\n\n")}\n`);
}

function formatOf(options: CheckOptions): Format {
  if (options.json === true && options.format !== undefined && options.format !== "json") {
    throw usageError("options_exclusive", "give only one of --json and --format");
  }
  const wanted = options.json === true ? "json" : (options.format ?? "text");
  const format = FORMATS.find((known) => known === wanted);
  if (format === undefined) {
    throw usageError("unknown_format", `there is no format ${wanted}; expected one of ${FORMATS.join(", ")}`);
  }
  return format;
}

function uploadOf(wanted = "action"): Upload {
  const upload = UPLOADS.find((known) => known === wanted);
  if (upload === undefined) {
    throw usageError("unknown_upload", `there is no upload ${wanted}; expected one of ${UPLOADS.join(", ")}`);
  }
  return upload;
}

function severityOf(wanted: string | undefined): Severity | undefined {
  if (wanted === undefined) return undefined;
  const severity = SEVERITIES.find((known) => known === wanted);
  if (severity === undefined) {
    throw usageError(
      "unknown_severity",
      `there is no severity ${wanted}; expected one of ${SEVERITIES.join(", ")}`,
    );
  }
  return severity;
}

function reaches(parsed: ParsedReview, failOn: Severity | undefined): boolean {
  if (failOn === undefined || parsed.review === undefined) return false;
  const worst = SEVERITIES.indexOf(failOn);
  return parsed.review.findings.some((finding) => SEVERITIES.indexOf(finding.severity) <= worst);
}
