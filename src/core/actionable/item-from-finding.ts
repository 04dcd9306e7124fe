import { type Result, fail, ok } from "../result.ts";
import type { Category, Severity } from "../review/review-fields.ts";
import type { Finding } from "../review/review.ts";
import type { Aspect, FeedbackItem, ItemSeverity, Violation } from "./actionable-feedback.ts";
import { lintFeedback } from "./lint-feedback.ts";

/** Maps the severities of findings to those of items. */
export const SEVERITY_OF_FINDING = {
  critical: "critical",
  high: "major",
  medium: "minor",
  low: "suggestion",
  info: "suggestion",
} as const satisfies Record<Severity, ItemSeverity>;

export const ASPECT_OF_CATEGORY = {
  correctness: "correctness",
  security: "security",
  performance: "efficiency",
  reliability: "correctness",
  maintainability: "maintainability",
  style: "style",
  test: "testability",
} as const satisfies Record<Category, Aspect>;

export interface ItemOfFinding {
  /** The file, which belongs to the document's target rather than the item. */
  readonly path: string;
  readonly item: FeedbackItem;
}

export interface NotActionable {
  readonly code: "no_suggestion" | "not_actionable";
  readonly finding_id: string;
  readonly message: string;
  readonly violations: readonly Violation[];
}

const MAX_ISSUE = 500;

/**
 * Converts a finding to a feedback item. Nothing is made up: a finding without a suggestion, or with texts that fall
 * short of the standard, is reported with the reasons.
 */
export function feedbackItemFromFinding(finding: Finding): Result<ItemOfFinding, NotActionable> {
  if (finding.suggestion === undefined || finding.suggestion.trim() === "") {
    return fail({
      code: "no_suggestion",
      finding_id: finding.id,
      message: `finding ${finding.id} says what is wrong but not what to do; ask the reviewer for a suggestion`,
      violations: [],
    });
  }
  const item = toItem(finding, finding.suggestion.trim());
  const { actionable, violations } = lintFeedback(item);
  if (actionable) return ok({ path: finding.file, item });
  return fail({
    code: "not_actionable",
    finding_id: finding.id,
    message: `finding ${finding.id} does not meet the standard: ${violations[0]?.message ?? "unknown"}`,
    violations,
  });
}

function toItem(finding: Finding, action: string): FeedbackItem {
  const whole = `${finding.title.trim()}: ${finding.message.trim()}`;
  const { line, end_line } = finding;
  return {
    aspect: ASPECT_OF_CATEGORY[finding.category],
    severity: SEVERITY_OF_FINDING[finding.severity],
    issue: whole.length <= MAX_ISSUE ? whole : finding.title.trim(),
    location:
      end_line === undefined || end_line === line
        ? { type: "line", reference: String(line) }
        : { type: "range", reference: `${line}-${end_line}` },
    suggestion: { action, rationale: finding.message.trim() },
    ...(finding.rule_id === undefined ? {} : { evidence: { reference: finding.rule_id } }),
  };
}
