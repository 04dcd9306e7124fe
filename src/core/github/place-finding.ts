import type { LineSpan } from "../change/right-side-lines.ts";
import type { Finding } from "../review/review.ts";

/** Where a finding can be said: on lines that the change shows, on its file, or nowhere but in the summary. */
export type FindingPlace =
  | { readonly kind: "lines"; readonly start: number; readonly end: number; readonly exact: boolean }
  | { readonly kind: "file" }
  | { readonly kind: "summary" };

/** What is known of the change: the files, and the lines that its diff shows of each. */
export interface KnownChange {
  readonly files: ReadonlySet<string>;
  readonly lines: ReadonlyMap<string, readonly LineSpan[]>;
}

/**
 * A range must lie in one hunk, so one that reaches beyond is cut to the first hunk that it meets. `exact` is false
 * then: what replaces the whole must not be offered for a part.
 */
export function placeFinding(finding: Finding, change: KnownChange): FindingPlace {
  if (!change.files.has(finding.file)) return { kind: "summary" };
  const last = Math.max(finding.line, finding.end_line ?? finding.line);
  const span = change.lines.get(finding.file)?.find(({ start, end }) => finding.line <= end && last >= start);
  if (span === undefined) return { kind: "file" };
  const start = Math.max(finding.line, span.start);
  const end = Math.min(last, span.end);
  return { kind: "lines", start, end, exact: start === finding.line && end === last };
}
