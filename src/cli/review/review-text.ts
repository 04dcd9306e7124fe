import type { Diagnostic, Finding } from "../../core/review/review.ts";
import type { ParsedReview } from "../../core/review/parse-review.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";

const COLOUR_OF = { critical: "red", high: "red", medium: "yellow", low: "cyan", info: "dim" } as const;

/** A checked review as a person reads it: the outcome, the findings, then what was done to the answer. */
export function renderReviewText(parsed: ParsedReview, paint: Paint): string {
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
  const parts = [
    plural(review.findings.length, "finding"),
    ...(count("finding_dropped") > 0 ? [`${count("finding_dropped")} dropped`] : []),
    ...(count("coercion_applied") > 0 ? [plural(count("coercion_applied"), "value") + " normalised"] : []),
    ...(count("repair_applied") > 0 ? [plural(count("repair_applied"), "repair")] : []),
  ];
  const isClean = review.findings.length === 0 && diagnostics.length === 0;
  return `${paint("green", "accepted")}: ${isClean ? "clean review, no findings" : parts.join(", ")}`;
}

function renderFinding(finding: Finding, paint: Paint): string {
  const place = `${safeLine(finding.file)}:${finding.line}${finding.end_line === undefined ? "" : `-${finding.end_line}`}`;
  const about = [
    finding.category,
    ...(finding.confidence === undefined ? [] : [`confidence ${finding.confidence}`]),
  ];
  return [
    `${paint(COLOUR_OF[finding.severity], finding.severity)}  ${paint("underline", place)}  ${paint("dim", `${about.join(", ")} · ${safeLine(finding.id)}`)}`,
    `  ${paint("bold", safeLine(finding.title))}`,
    ...(finding.message === finding.title ? [] : [indent(finding.message, "  ")]),
    ...(finding.suggestion === undefined || finding.suggestion === ""
      ? []
      : [indent(finding.suggestion, "  → ", "    ")]),
  ].join("\n");
}

const HEADINGS: Readonly<Record<Diagnostic["kind"], string>> = {
  response_rejected: "Why it was rejected",
  finding_dropped: "Dropped findings",
  coercion_applied: "Normalised values",
  repair_applied: "Repairs to the text",
  warning: "Warnings",
};

/** What was done to the answer, a block for each kind. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], paint: Paint): readonly string[] {
  return (Object.keys(HEADINGS) as Diagnostic["kind"][]).flatMap((kind) => {
    const lines = diagnostics
      .filter((each) => each.kind === kind)
      .map((each) => renderDiagnostic(each, paint));
    return lines.length === 0 ? [] : [[paint("bold", HEADINGS[kind]), ...lines].join("\n")];
  });
}

function renderDiagnostic(diagnostic: Diagnostic, paint: Paint): string {
  const { finding_id: id, path, from, to, also = [] } = diagnostic;
  const place = [path, id].filter((part) => part !== undefined).map(safeLine);
  const change = to === undefined ? "" : `: ${show(from)} → ${show(to)}`;
  return [
    `  ${place.length === 0 ? "" : `${place.join(" ")}  `}${safeLine(diagnostic.message)}${change} ${paint("dim", `[${diagnostic.reason}]`)}`,
    ...also.map((problem) => `    also: ${safeLine(problem.message)} ${paint("dim", `[${problem.reason}]`)}`),
  ].join("\n");
}

function show(value: unknown): string {
  return safeLine(JSON.stringify(value) ?? "nothing");
}

function indent(text: string, first: string, rest = first): string {
  return safeText(text)
    .split("\n")
    .map((line, position) => `${position === 0 ? first : rest}${line}`)
    .join("\n");
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
