import type { Route } from "./route.ts";
import { EVENT_ROUTES } from "./routes/events.ts";
import { FEEDBACK_ROUTES } from "./routes/feedback.ts";
import { LOOP_ROUTES } from "./routes/loop.ts";
import { SUBMISSION_ROUTES } from "./routes/submissions.ts";
import { CORRECTION_ROUTES } from "./routes/corrections.ts";
import { DECISION_ROUTES } from "./routes/decisions.ts";
import { TOKEN_ROUTES } from "./routes/tokens.ts";
import { INVITATION_ROUTES } from "./routes/invitations.ts";
import { PEOPLE_ROUTES } from "./routes/people.ts";
import { AUDIT_ROUTES } from "./routes/audit.ts";
import { SESSION_ROUTES } from "./routes/session.ts";
import { SETTINGS_ROUTES } from "./routes/settings.ts";
import { AGENT_ROUTES } from "./routes/agents.ts";
import { AGENT_RULE_ROUTES } from "./routes/agent-rules.ts";
import { AGENT_PROMPT_ROUTES } from "./routes/agent-prompts.ts";
import { AGENT_RUN_ROUTES } from "./routes/agent-runs.ts";
import { GATES_ROUTES } from "./routes/gates.ts";
import { LINT_ROUTES } from "./routes/lint.ts";
import { ITERATION_ROUTES } from "./routes/iterations.ts";
import { PROMPT_ROUTES } from "./routes/prompts.ts";
import { REFINEMENT_ROUTES } from "./routes/refinements.ts";
import { DUPLICATE_ROUTES } from "./routes/duplicates.ts";
import { REJECTION_ROUTES } from "./routes/rejections.ts";
import { REMINDER_ROUTES } from "./routes/reminders.ts";
import { REVIEW_ROUTES } from "./routes/reviews.ts";
import { ROLLOUT_ROUTES } from "./routes/rollouts.ts";
import { SIGNAL_ROUTES } from "./routes/signals.ts";
import { COMMIT_ROUTES } from "./routes/commits.ts";
import { CLUSTER_ROUTES } from "./routes/clusters.ts";
import { EVALUATION_ROUTES } from "./routes/evaluations.ts";
import { PROPOSAL_ROUTES } from "./routes/proposals.ts";
import { REPLAY_ROUTES } from "./routes/replay.ts";
import { RULE_ROUTES } from "./routes/rules.ts";
import { SUNSET_ROUTES } from "./routes/sunset.ts";
import { TRIAL_ROUTES } from "./routes/trials.ts";
import { CHECK_ROUTES } from "./routes/checks.ts";
import { RUNNING_CHECK_ROUTES } from "./routes/running-checks.ts";

/** Every operation of the API. */
export const ROUTES: readonly Route[] = [
  ...SESSION_ROUTES,
  ...LOOP_ROUTES,
  ...FEEDBACK_ROUTES,
  ...CORRECTION_ROUTES,
  ...EVENT_ROUTES,
  ...SUBMISSION_ROUTES,
  ...DECISION_ROUTES,
  ...TOKEN_ROUTES,
  ...INVITATION_ROUTES,
  ...PEOPLE_ROUTES,
  ...AUDIT_ROUTES,
  ...SETTINGS_ROUTES,
  ...LINT_ROUTES,
  ...ITERATION_ROUTES,
  ...REVIEW_ROUTES,
  ...ROLLOUT_ROUTES,
  ...SIGNAL_ROUTES,
  ...PROMPT_ROUTES,
  ...REFINEMENT_ROUTES,
  ...REJECTION_ROUTES,
  ...DUPLICATE_ROUTES,
  ...GATES_ROUTES,
  ...AGENT_ROUTES,
  ...AGENT_RULE_ROUTES,
  ...AGENT_RUN_ROUTES,
  ...AGENT_PROMPT_ROUTES,
  ...REMINDER_ROUTES,
  ...PROPOSAL_ROUTES,
  ...RULE_ROUTES,
  ...REPLAY_ROUTES,
  ...TRIAL_ROUTES,
  ...SUNSET_ROUTES,
  ...CHECK_ROUTES,
  ...RUNNING_CHECK_ROUTES,
  ...COMMIT_ROUTES,
  ...CLUSTER_ROUTES,
  ...EVALUATION_ROUTES,
];
