export type { OmittedAction } from "../core/prompt/apply-actions.ts";
export {
  PROMPT_RUBRIC,
  TARGET_SCORE,
  type Criterion,
  type CriterionId,
  scorePrompt,
  type CriterionScore,
  type PromptScore,
  type PromptSpan,
} from "../core/prompt/score-prompt.ts";
export { readFeedbackDocument, type FeedbackDocument } from "../core/prompt/read-feedback-document.ts";
export {
  DEFAULT_REFINEMENT_LIMIT,
  HARD_REFINEMENT_LIMIT,
  refinePrompt,
  type RefineInput,
  type Refinement,
  type RefinementEnd,
  type RefinementLogEntry,
} from "../core/prompt/refine-prompt.ts";
export {
  REFINEMENT_PLANS,
  type ActionType,
  type RefinementAction,
  type RefinementPlan,
} from "../core/prompt/refinement-actions.ts";
