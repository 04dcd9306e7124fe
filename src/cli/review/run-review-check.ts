import { defined } from "../../core/defined.ts";
import { textOf } from "../../core/json/json.ts";
import { type CheckReviewInput, openReviewCheck } from "../../app/review/check-review.ts";
import { judgeReview, type ReviewVerdict } from "../../core/review/judge-review.ts";
import type { ParsedReview } from "../../core/review/parse-review.ts";
import { renderGithubAnnotations, renderRdjson } from "../../core/review/render-annotations.ts";
import { renderGitlab } from "../../core/review/render-gitlab.ts";
import { renderSarif } from "../../core/review/render-sarif.ts";
import { readVersionPolicy, type VersionPolicy } from "../../core/review/version-policy.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { readInput } from "../terminal/input.ts";
import { safeLine, safeText, toJson } from "../terminal/safe-text.ts";
import { lineError, mapJsonl } from "../terminal/jsonl.ts";
import { loadChange } from "../options/load-change.ts";
import { lazyRepository } from "../open/lazy-repository.ts";
import type { ReviewCheckOptions } from "./review-check.ts";
import { compact, formatCount } from "../terminal/plain-text.ts";
import { painter, type Paint } from "../terminal/style.ts";
import { VERSION } from "../version.ts";
import { reasonOf } from "../../core/event/retry-delay.ts";
import { NOT_COUNTED } from "../../core/rollout/review-assignment.ts";
import type { VersionPair } from "../../core/rollout/rollout.ts";
import type { Diagnostic, Finding } from "../../core/review/review.ts";

const COLOUR_OF = { critical: "red", high: "red", medium: "yellow", low: "cyan", info: "dim" } as const;

const HEADINGS: Readonly<Record<Diagnostic["kind"], string>> = {
  response_rejected: "Why it was rejected",
  finding_dropped: "Dropped findings",
  coercion_applied: "Normalised values",
  repair_applied: "Repairs to the text",
  warning: "Warnings",
};

const NO_COUNTER: ReviewCounter = { count: async () => {}, close: async () => {} };

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
  const repository = lazyRepository(io);
  if (options.jsonl === true) {
    const check = await openReviewCheck(repository, source);
    const counter = await openReviewCounter(io, options);
    const verdicts = { passed: 0, failed: 0 };
    const checkOne = async (line: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> => {
      const checked = await checkLine(line, accept.value, check, counter);
      if ("error" in checked) return checked;
      const verdict = verdictOf(checked, options);
      if (verdict !== undefined) verdicts[verdict.passes ? "passed" : "failed"] += 1;
      return toAnswer(checked, verdict);
    };
    const bad = await mapJsonl(io, checkOne).finally(counter.close);
    if (verdicts.failed > 0) {
      const all = verdicts.failed + verdicts.passed;
      io.stderr.write(`emend: ${verdicts.failed} of ${all} reviews fail --fail-on ${options.failOn}\n`);
    }
    return finish(bad > 0 ? EXIT.usage : verdicts.failed > 0 ? EXIT.problem : EXIT.success);
  }
  const raw = await readInput(io, file, "the reviewer's answer");
  const check = await openReviewCheck(repository, source);
  const parsed = await check({ raw, accept: accept.value });
  const verdict = verdictOf(parsed, options);
  io.stdout.write(render(parsed, verdict, options, io));
  const counter = await openReviewCounter(io, options);
  await counter.count(parsed, accept.value, options.assignment).finally(counter.close);
  for (const { reason, message } of verdict?.failures ?? []) {
    io.stderr.write(`emend: fails --fail-on ${options.failOn}: ${safeLine(message)} [${reason}]\n`);
  }
  finish(parsed.status === "rejected" || verdict?.passes === false ? EXIT.problem : EXIT.success);
}

const verdictOf = (parsed: ParsedReview, { failOn }: ReviewCheckOptions): ReviewVerdict | undefined =>
  failOn === undefined ? undefined : judgeReview(parsed, failOn);

async function checkLine(
  line: Readonly<Record<string, unknown>>,
  policy: VersionPolicy,
  check: (input: CheckReviewInput) => Promise<ParsedReview>,
  { count }: ReviewCounter,
): Promise<ParsedReview | { readonly error: { readonly code: string; readonly message: string } }> {
  const accept = readVersionPolicy(line["config"] ?? policy);
  if (!accept.ok) return { error: accept.error };
  const files = line["changed_files"];
  if (files !== undefined && !(Array.isArray(files) && files.every((path) => typeof path === "string"))) {
    return lineError("invalid_changed_files", "changed_files must be a list of paths");
  }
  const parsed = await check({ raw: line["raw"], accept: accept.value, ...defined({ changedFiles: files }) });
  await count(parsed, accept.value, textOf(line["assignment"]));
  return parsed;
}

function toAnswer(
  { status, review, diagnostics }: ParsedReview,
  verdict: ReviewVerdict | undefined,
): Record<string, unknown> {
  return { status, ...defined({ result: review }), diagnostics, ...defined({ verdict }) };
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
      return toJson(toAnswer(parsed, verdict));
    case "sarif":
      return toJson(renderSarif(review, { toolVersion: VERSION, upload: options.sarifUpload, diagnostics }));
    case "rdjson":
      reportAside(parsed, io);
      return `${JSON.stringify(renderRdjson(review))}\n`;
    case "github":
      reportAside(parsed, io);
      return renderGithubAnnotations(review);
    case "gitlab":
      reportAside(parsed, io);
      return toJson(renderGitlab(review));
  }
}

/** Prints diagnostics on standard error, for formats that have no room for them. */
function reportAside({ diagnostics }: ParsedReview, io: CliIo): void {
  if (diagnostics.length === 0) return;
  io.stderr.write(`${renderDiagnostics(diagnostics, (_format, text) => text).join("\n\n")}\n`);
}

interface ReviewCounter {
  readonly count: (parsed: ParsedReview, version: VersionPair, assignment?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Counts answers with --count. The findings matter more, so a failing store is reported once on standard error and changes
 * nothing else.
 */
async function openReviewCounter(
  io: CliIo,
  { count, store: file }: { readonly count?: boolean; readonly store?: string },
): Promise<ReviewCounter> {
  if (count !== true) return NO_COUNTER;
  const giveUp = (error: unknown): ReviewCounter => {
    io.stderr.write(`emend: the review was not counted: ${safeLine(reasonOf(error))}\n`);
    return NO_COUNTER;
  };
  try {
    const { openUserEmend } = await import("../open/open-emend.ts");
    const { rollouts, close } = await openUserEmend(io, { file, create: true });
    let counter: ReviewCounter["count"] = async (parsed, version, assignment) => {
      const { reason } = await rollouts.countReview(parsed, version, assignment);
      if (reason === null) return;
      io.stderr.write(`emend: not counted for the rollout: ${NOT_COUNTED[reason]} [${reason}]\n`);
    };
    return {
      count: (parsed, version, assignment) =>
        counter(parsed, version, assignment).catch((error: unknown) => {
          counter = giveUp(error).count;
        }),
      close,
    };
  } catch (error) {
    return giveUp(error);
  }
}

/** The outcome, the findings, and then the diagnostics. */
function renderReviewText(parsed: ParsedReview, paint: Paint): string {
  const findings = parsed.review?.findings ?? [];
  const blocks = [
    headline(parsed, paint),
    ...(parsed.review?.summary === undefined || parsed.review.summary === ""
      ? []
      : [safeText(parsed.review.summary)]),
    ...findings.map((finding) => renderFinding(finding, paint)),
    ...renderDiagnostics(parsed.diagnostics, paint),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function headline({ status, review, diagnostics }: ParsedReview, paint: Paint): string {
  if (status === "rejected") return paint("red", "rejected: the answer cannot be used as a review");
  const count = (kind: Diagnostic["kind"]): number => diagnostics.filter((each) => each.kind === kind).length;
  const [dropped, normalised, repaired] = [
    count("finding_dropped"),
    count("coercion_applied"),
    count("repair_applied"),
  ];
  const parts = compact([
    formatCount(review.findings.length, "finding"),
    dropped > 0 && `${dropped} dropped`,
    normalised > 0 && `${formatCount(normalised, "value")} normalised`,
    repaired > 0 && formatCount(repaired, "repair"),
  ]);
  const isClean = review.findings.length === 0 && diagnostics.length === 0;
  return `${paint("green", "accepted")}: ${isClean ? "clean review, no findings" : parts.join(", ")}`;
}

function renderFinding(finding: Finding, paint: Paint): string {
  const location = `${safeLine(finding.file)}:${finding.line}${finding.end_line === undefined ? "" : `-${finding.end_line}`}`;
  const about = [
    finding.category,
    ...(finding.confidence === undefined ? [] : [`confidence ${finding.confidence}`]),
  ];
  return [
    `${paint(COLOUR_OF[finding.severity], finding.severity)}  ${paint("underline", location)}  ${paint("dim", `${about.join(", ")} · ${safeLine(finding.id)}`)}`,
    `  ${paint("bold", safeLine(finding.title))}`,
    ...(finding.message === finding.title ? [] : [indent(finding.message, "  ")]),
    ...(finding.suggestion === undefined || finding.suggestion === ""
      ? []
      : [indent(finding.suggestion, "  → ", "    ")]),
  ].join("\n");
}

/** One block per kind. */
function renderDiagnostics(diagnostics: readonly Diagnostic[], paint: Paint): readonly string[] {
  return (Object.keys(HEADINGS) as Diagnostic["kind"][]).flatMap((kind) => {
    const lines = diagnostics
      .filter((each) => each.kind === kind)
      .map((each) => renderDiagnostic(each, paint));
    return lines.length === 0 ? [] : [[paint("bold", HEADINGS[kind]), ...lines].join("\n")];
  });
}

function renderDiagnostic(diagnostic: Diagnostic, paint: Paint): string {
  const { finding_id: id, path, from, to, also = [] } = diagnostic;
  const location = [path, id].filter((part) => part !== undefined).map(safeLine);
  const change = to === undefined ? "" : `: ${formatValue(from)} → ${formatValue(to)}`;
  return [
    `  ${location.length === 0 ? "" : `${location.join(" ")}  `}${safeLine(diagnostic.message)}${change} ${paint("dim", `[${diagnostic.reason}]`)}`,
    ...also.map((problem) => `    also: ${safeLine(problem.message)} ${paint("dim", `[${problem.reason}]`)}`),
  ].join("\n");
}

function formatValue(value: unknown): string {
  return safeLine(JSON.stringify(value) ?? "nothing");
}

function indent(text: string, first: string, rest = first): string {
  return safeText(text)
    .split("\n")
    .map((line, position) => `${position === 0 ? first : rest}${line}`)
    .join("\n");
}
