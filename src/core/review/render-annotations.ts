import {
  RENDERED_SEVERITY,
  explanationOf,
  visibleFindingText,
  worstFirst,
  type RdjsonSeverity,
  fullTextOf,
  findingRuleId,
} from "./render-text.ts";
import type { Finding, Review } from "./review.ts";

/**
 * Renders GitHub Actions workflow commands, one line per finding. The worst come first, because a step shows only
 * its first ten annotations of a level.
 */
export function renderGithubAnnotations(review: Review): string {
  return worstFirst(review.findings, (finding) => finding)
    .map((finding) => `${toCommand(finding)}\n`)
    .join("");
}

function toCommand(finding: Finding): string {
  const { file, line, end_line: endLine, title, severity } = finding;
  const properties = [
    `file=${escapeProperty(file)}`,
    `line=${line}`,
    ...(endLine === undefined ? [] : [`endLine=${endLine}`]),
    `title=${escapeProperty(title)}`,
  ];
  return `::${RENDERED_SEVERITY[severity].github} ${properties.join(",")}::${escapeMessage(explanationOf(finding))}`;
}

/** A line break would end the command, and the rest of the text could start another one. */
const escapeMessage = (text: string): string =>
  visibleFindingText(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** A property also ends at a comma or a colon. */
const escapeProperty = (text: string): string =>
  escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

interface RdjsonDiagnostic {
  readonly message: string;
  readonly location: {
    readonly path: string;
    readonly range?: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  };
  readonly severity: RdjsonSeverity;
  readonly code: { readonly value: string };
  readonly original_output: string;
}

/** Reviewdog's DiagnosticResult; its "diagnostics" are our findings. */
export interface Rdjson {
  readonly source: { readonly name: "emend" };
  readonly diagnostics: readonly RdjsonDiagnostic[];
}

/** The format's line numbers are 32-bit; a larger one would make the whole document unreadable. */
const MAX_LINE = 2_147_483_647;

/**
 * Renders reviewdog's format. There a suggestion is replacement text, which a reviewer's prose is not, so it is
 * part of the message instead.
 */
export function renderRdjson(review: Review): Rdjson {
  return {
    source: { name: "emend" },
    diagnostics: review.findings.map((finding) => ({
      message: fullTextOf(finding),
      location: { path: finding.file, ...rangeOf(finding) },
      severity: RENDERED_SEVERITY[finding.severity].rdjson,
      code: { value: findingRuleId(finding) },
      original_output: JSON.stringify(finding),
    })),
  };
}

/** A range without columns covers whole lines, including its end. Without an end it would be empty. */
function rangeOf(finding: Finding): Pick<RdjsonDiagnostic["location"], "range"> {
  const end = finding.end_line ?? finding.line;
  return end > MAX_LINE ? {} : { range: { start: { line: finding.line }, end: { line: end } } };
}
