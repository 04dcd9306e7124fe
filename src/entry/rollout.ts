export { acceptedVersions, assignVersion } from "../core/rollout/review-assignment.ts";
export {
  evaluateRollout,
  type RolloutDecision,
  type RolloutReason,
  rolloutReport,
  type RolloutCheck,
  type RolloutCheckName,
  type RolloutReport,
  type VersionReport,
} from "../core/rollout/rollout-report.ts";
export {
  createRollout,
  DEFAULT_SLO,
  type Rollout,
  type RolloutPlan,
  type RolloutPlanProblem,
  type RolloutSlo,
  type RolloutStage,
  type RolloutTransition,
  SLICE_STEPS,
  type VersionPair,
} from "../core/rollout/rollout.ts";
export {
  NO_HEALTH,
  observeReview,
  type ObservedReview,
  type RolloutHealth,
  type VersionHealth,
  type VersionRates,
} from "../core/rollout/rollout-health.ts";
export { transition, type RolloutEvent, type TransitionProblem } from "../core/rollout/transition.ts";
