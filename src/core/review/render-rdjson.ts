import { RENDERED_SEVERITY, type RdjsonSeverity } from "./render-severity.ts";
import { fullTextOf, ruleIdOf } from "./render-text.ts";
import type { Finding, Review } from "./review.ts";

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
      code: { value: ruleIdOf(finding) },
      original_output: JSON.stringify(finding),
    })),
  };
}

/** Without columns a range is whole lines and includes its end, which must be given or the range is empty. */
function rangeOf(finding: Finding): Pick<RdjsonDiagnostic["location"], "range"> {
  const end = finding.end_line ?? finding.line;
  return end > MAX_LINE ? {} : { range: { start: { line: finding.line }, end: { line: end } } };
}
