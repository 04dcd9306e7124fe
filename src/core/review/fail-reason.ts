import type { ParsedReview } from "./parse-review.ts";
import { SEVERITIES, type Severity } from "./review-fields.ts";

/** Why a checked answer does not pass: it was refused, nothing of it could be kept, or a finding is severe enough. */
export type FailReason = "rejected" | "all_findings_dropped" | "severe_finding";

/**
 * Whether an answer passes where findings at least as bad as `failOn` fail it. Findings that were all dropped do not
 * pass: nobody knows how bad they were. Without `failOn` only a refused answer fails.
 */
export function failReason(
  { status, review, diagnostics }: Pick<ParsedReview, "status" | "review" | "diagnostics">,
  failOn: Severity | undefined,
): FailReason | undefined {
  if (status === "rejected" || review === undefined) return "rejected";
  if (failOn === undefined) return undefined;
  if (review.findings.length === 0) {
    const dropped = diagnostics.some(({ reason }) => reason === "all_findings_dropped");
    return dropped ? "all_findings_dropped" : undefined;
  }
  const limit = SEVERITIES.indexOf(failOn);
  const severe = review.findings.some(({ severity }) => SEVERITIES.indexOf(severity) <= limit);
  return severe ? "severe_finding" : undefined;
}
