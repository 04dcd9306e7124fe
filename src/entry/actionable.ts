export {
  ActionableFeedbackSchema,
  FeedbackItemSchema,
  type ActionableFeedback,
  type Aspect,
  type FeedbackItem,
  type FeedbackLocation,
  type ItemSeverity,
  type Verdict,
  type Span,
  type Violation,
  type ViolationCode,
} from "../core/actionable/actionable-feedback.ts";
export type { Coercion } from "../core/actionable/coerce-location.ts";
export { EXAMPLE_DOCUMENTS, actionableFeedbackJsonSchema } from "../core/actionable/json-schema.ts";
export {
  type IssueIdentity,
  issueKey,
  type Escalation,
  type IterationRates,
  type Rate,
  type RepeatedIssues,
  type Round,
  bestVerifiedRound,
  findRepeatedIssues,
  iterationRates,
  roundFromFeedback,
} from "../core/actionable/iteration-history.ts";
export {
  ASPECT_OF_CATEGORY,
  type ItemOfFinding,
  type NotActionable,
  SEVERITY_OF_FINDING,
  feedbackItemFromFinding,
} from "../core/actionable/item-from-finding.ts";
export {
  type CommentJudgement as Judgement,
  type CommentJudgementReason as JudgementReason,
  judgeComment,
} from "../core/actionable/judge-comment.ts";
export {
  type CommentLint,
  type DocumentLint,
  type FeedbackLint,
  type ItemLint,
  type LintOptions,
  type UnknownLint,
  lintFeedback,
} from "../core/actionable/lint-feedback.ts";
export {
  type VerdictAnswer,
  type VerdictInput,
  type VerdictRow,
  computeVerdict,
} from "../core/actionable/verdict.ts";
