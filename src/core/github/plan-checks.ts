import { clipText } from "../text/bounded-text.ts";
import type { Diagnostic, Finding } from "../review/review.ts";
import { type FailReason, judgeReview } from "../review/judge-review.ts";
import type { ParsedReview } from "../review/parse-review.ts";
import { RENDERED_SEVERITY, visibleFindingText, worstFirst } from "../review/render-text.ts";
import type { Severity } from "../review/review-fields.ts";
import { countFindings } from "./plan-review.ts";
import { codeSpan, quoteProse, quoteTitle } from "./quote-prose.ts";

/** In code units of at most three bytes each; GitHub's limit is 64 KB. */
const MAX_TEXT = 20_000;
const MAX_TITLE = 255;
const MAX_SUMMARY = 10_000;
const MAX_DIAGNOSTICS = 20;
/** Twenty requests; the rest is counted in the summary. */
const MAX_ANNOTATIONS = 1_000;
/** GitHub's line numbers are 32-bit. */
const MAX_LINE = 2_147_483_647;

export type Conclusion = "success" | "neutral" | "failure";

export interface Annotation {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly level: "notice" | "warning" | "failure";
  readonly title: string;
  readonly message: string;
  readonly details?: string;
}

export interface PlannedChecks {
  readonly conclusion: Conclusion;
  readonly title: string;
  readonly summary: string;
  readonly annotations: readonly Annotation[];
}

/** Turns a reviewer's answer into a check run, which fails as `judgeReview` decides. */
export function planChecks(
  parsed: Pick<ParsedReview, "status" | "review" | "diagnostics">,
  failOn: Severity,
): PlannedChecks {
  const { status, review, diagnostics } = parsed;
  const { passes, failures } = judgeReview(parsed, failOn);
  if (status === "rejected" || review === undefined) {
    return {
      conclusion: "failure",
      title: "the reviewer's answer was rejected",
      summary: ["The reviewer's answer could not be used.", ...listDiagnostics(diagnostics)].join("\n\n"),
      annotations: [],
    };
  }
  const { findings } = review;
  const worst = worstFirst(findings, (finding) => finding).filter(({ line }) => line <= MAX_LINE);
  const annotations = worst.slice(0, MAX_ANNOTATIONS).map(toAnnotation);
  const omitted = findings.length - annotations.length;
  // Kept findings are annotations; other failures need a title.
  const hidden = failures.filter(({ reason }) => reason !== "severe_finding");
  const parts = [
    `${countFindings(findings)}.`,
    hidden.map(({ message }) => `- The check fails: ${quoteTitle(message, 1_000)}`).join("\n"),
    quoteProse(visibleFindingText(review.summary ?? ""), MAX_SUMMARY),
    omitted > 0 ? `${omitted} more are not shown.` : "",
    ...listDiagnostics(diagnostics),
  ];
  return {
    conclusion: !passes ? "failure" : findings.length === 0 ? "success" : "neutral",
    title: TITLES[hidden.at(-1)?.reason ?? "severe_finding"] ?? countFindings(findings),
    summary: parts.filter((part) => part !== "").join("\n\n"),
    annotations,
  };
}

const TITLES: Readonly<Partial<Record<FailReason, string>>> = {
  severe_finding_dropped: "a severe finding could not be used",
  unknown_severity_dropped: "a finding of unknown severity could not be used",
  findings_unread: "not all findings could be read",
  all_findings_dropped: "none of the findings could be used",
};

function toAnnotation(finding: Finding): Annotation {
  const { file, line, end_line: last, severity, title, message, suggestion } = finding;
  const level = RENDERED_SEVERITY[severity].github;
  const advice = visibleFindingText(suggestion ?? "").trim();
  return {
    path: file,
    startLine: line,
    endLine: Math.min(Math.max(line, last ?? line), MAX_LINE),
    level: level === "error" ? "failure" : level,
    title: clipText(visibleFindingText(title), MAX_TITLE),
    message: clipText(visibleFindingText(message), MAX_TEXT),
    ...(advice === "" ? {} : { details: clipText(advice, MAX_TEXT) }),
  };
}

function listDiagnostics(diagnostics: readonly Diagnostic[]): readonly string[] {
  const problems = diagnostics.filter(({ kind }) => kind !== "coercion_applied" && kind !== "repair_applied");
  if (problems.length === 0) return [];
  const shown = problems.slice(0, MAX_DIAGNOSTICS);
  const lines = shown.map(
    ({ reason, message }) => `- ${codeSpan(reason.slice(0, 100))}: ${quoteTitle(message, 500)}`,
  );
  const more = problems.length - shown.length;
  return [lines.join("\n"), ...(more > 0 ? [`${more} more problems with the answer are not shown.`] : [])];
}
