import type { Review } from "../review/review.ts";
import type { Severity } from "../review/review-fields.ts";
import { LINT_KINDS, type LintFinding, type LintSeverity } from "./lint-finding.ts";

const SEVERITY = { error: "high", warning: "medium", info: "low" } as const satisfies Record<
  LintSeverity,
  Severity
>;

/** Findings in the form of a reviewer's, which has the output formats. */
export const lintAsReview = (findings: readonly LintFinding[]): Review => ({
  schema_version: "1.0",
  prompt_version: "1.0",
  findings: findings.map(({ kind, severity, file, line, endLine, message, subject }, index) => ({
    id: `${kind}-${index + 1}`,
    severity: SEVERITY[severity],
    category: kind === "hidden-characters" ? "security" : "maintainability",
    // The title is what stays the same when a line moves, so that code scanning recognises a finding.
    title: `${LINT_KINDS[kind][1]}: ${subject}`,
    file,
    line,
    ...(endLine > line ? { end_line: endLine } : {}),
    message,
    rule_id: kind,
  })),
});

/** What SARIF says about a kind. */
export function describeLintKind(
  ruleId: string,
): { readonly short: string; readonly full: string } | undefined {
  if (!Object.hasOwn(LINT_KINDS, ruleId)) return undefined;
  const [, short, full] = LINT_KINDS[ruleId as keyof typeof LINT_KINDS];
  return { short, full };
}
