export {
  type DecisionEvent,
  decisionEventSchema,
  decisionEventFromFields,
  type DecisionEventProblem,
  toDecisionEvent,
} from "../core/feedback/decision-event.ts";
export {
  ERASED_PERSON,
  erasePerson,
  type Correction,
  type Feedback,
  type FeedbackAuthor,
  type FeedbackCategory,
  type FeedbackSeverity,
  type FeedbackSource,
  type FeedbackTarget,
  type JudgedOutput,
  type Original,
  type Outcome,
  type SourceKind,
  type TargetLocation,
  type Trust,
} from "../core/feedback/feedback.ts";
export type {
  FeedbackContext,
  FeedbackDiagnostic,
  FeedbackReading,
} from "../core/feedback/feedback-reading.ts";
export { feedbackJsonSchema, feedbackSchema } from "../core/feedback/feedback-schema.ts";
export {
  CATEGORY_OF_ASPECT,
  fromActionable,
  SEVERITY_OF_ITEM,
  fromReview,
} from "../core/feedback/from-review.ts";
export { type DecisionContext, fromDecision } from "../core/feedback/from-decision.ts";
export { fromGithubComment, type GithubContext } from "../core/feedback/from-github-comment.ts";
export { fromJsonl } from "../core/feedback/from-jsonl.ts";
export { fromRejection, type RejectionContext } from "../core/feedback/from-rejection.ts";
export { fromSarif } from "../core/feedback/from-sarif.ts";
export { fromSignal } from "../core/feedback/from-signal.ts";
export { readOriginal } from "../core/feedback/build-feedback.ts";
export { similarityText, type SimilarityWords } from "../core/feedback/similarity-text.ts";
export { summariseDiff } from "../core/feedback/summarise-diff.ts";
