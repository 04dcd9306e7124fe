export { buildReviewPrompt, type ReviewPromptOptions } from "../core/review/build-review-prompt.ts";
export type { Diagnostic, DiagnosticKind, Finding, Review } from "../core/review/review.ts";
export {
  judgeReview,
  type ReviewFailure as Failure,
  type FailReason,
  type ReviewVerdict as Verdict,
} from "../core/review/judge-review.ts";
export { parseReview, type ParsedReview, type ParseReviewOptions } from "../core/review/parse-review.ts";
export {
  CATEGORIES,
  CONFIDENCES,
  SEVERITIES,
  type Category,
  type Confidence,
  type Severity,
  reviewJsonSchema,
} from "../core/review/review-fields.ts";
export { CURRENT_VERSIONS, type VersionPolicy } from "../core/review/version-policy.ts";
export type { ChangedFile } from "../core/change/changed-file.ts";
