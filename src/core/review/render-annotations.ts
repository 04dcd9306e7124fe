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
 * The review as workflow commands for a GitHub Actions log, one line for each finding. Worst first,
 * because a step shows only its first ten annotations of a level.
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

/** A line break would end the command and let the text begin one of its own. */
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

/** The format's line numbers are 32-bit; one that does not fit would make the whole document unreadable. */
const MAX_LINE = 2_147_483_647;

/**
 * The review in reviewdog's format. There, a suggestion is text that replaces the range, which a
 * reviewer's prose is not, so it stands in the message instead.
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

/** Without columns a range is whole lines and includes its end, which must be given or the range is empty. */
function rangeOf(finding: Finding): Pick<RdjsonDiagnostic["location"], "range"> {
  const end = finding.end_line ?? finding.line;
  return end > MAX_LINE ? {} : { range: { start: { line: finding.line }, end: { line: end } } };
}
