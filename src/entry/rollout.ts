export { acceptedVersions } from "../core/rollout/accepted-versions.ts";
export { assignVersion } from "../core/rollout/assign-version.ts";
export {
  evaluateRollout,
  type RolloutDecision,
  type RolloutReason,
} from "../core/rollout/evaluate-rollout.ts";
export {
  createRollout,
  DEFAULT_SLO,
  type Rollout,
  type RolloutPlan,
  type RolloutPlanProblem,
  type RolloutSlo,
  type RolloutStage,
  type RolloutTransition,
} from "../core/rollout/rollout.ts";
export {
  NO_HEALTH,
  observeReview,
  type ObservedReview,
  type RolloutHealth,
  type VersionHealth,
  type VersionRates,
} from "../core/rollout/rollout-health.ts";
export {
  rolloutReport,
  type RolloutCheck,
  type RolloutCheckName,
  type RolloutReport,
  type VersionReport,
} from "../core/rollout/rollout-report.ts";
export { SLICE_STEPS } from "../core/rollout/slice-steps.ts";
export { transition, type RolloutEvent, type TransitionProblem } from "../core/rollout/transition.ts";
export type { VersionPair } from "../core/rollout/version-pair.ts";
