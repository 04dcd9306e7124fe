export { type DecisionEvent, decisionEventSchema } from "../core/feedback/decision-event.ts";
export { ERASED_PERSON, erasePerson } from "../core/feedback/erase-person.ts";
export type { FeedbackContext } from "../core/feedback/feedback-context.ts";
export { feedbackJsonSchema } from "../core/feedback/feedback-json-schema.ts";
export type { FeedbackDiagnostic, FeedbackReading } from "../core/feedback/feedback-reading.ts";
export { feedbackSchema } from "../core/feedback/feedback-schema.ts";
export type {
  Correction,
  Feedback,
  FeedbackAuthor,
  FeedbackCategory,
  FeedbackSeverity,
  FeedbackSource,
  FeedbackTarget,
  JudgedOutput,
  Original,
  Outcome,
  SourceKind,
  TargetLocation,
  Trust,
} from "../core/feedback/feedback.ts";
export { CATEGORY_OF_ASPECT, fromActionable, SEVERITY_OF_ITEM } from "../core/feedback/from-actionable.ts";
export { type DecisionContext, fromDecision } from "../core/feedback/from-decision.ts";
export { fromGithubComment, type GithubContext } from "../core/feedback/from-github-comment.ts";
export { fromJsonl } from "../core/feedback/from-jsonl.ts";
export { fromRejection, type RejectionContext } from "../core/feedback/from-rejection.ts";
export { fromReview } from "../core/feedback/from-review.ts";
export { fromSarif } from "../core/feedback/from-sarif.ts";
export { fromSignal } from "../core/feedback/from-signal.ts";
export { readOriginal } from "../core/feedback/original.ts";
export { similarityText, type SimilarityWords } from "../core/feedback/similarity-text.ts";
export { summariseDiff } from "../core/feedback/summarise-diff.ts";
export {
  decisionEventFromFields,
  type DecisionEventProblem,
  toDecisionEvent,
} from "../core/feedback/to-decision-event.ts";
