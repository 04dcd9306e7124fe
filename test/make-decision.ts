import type { DecisionEvent } from "../src/core/feedback/decision-event.ts";
import { timeAt } from "./contract/make-feedback.ts";

/** Decision number `n`; each says something of its own, so that none counts as another's repetition. */
export function makeDecision(n: number, change: Partial<DecisionEvent> = {}): DecisionEvent {
  return {
    decision_id: `decision-${n}`,
    gate_id: "HITL-2",
    epic_id: `epic-${n % 7}`,
    task_id: `task-${n}`,
    decision: n % 2 === 0 ? "REJECTED" : "APPROVED_WITH_CHANGES",
    reviewer_id: `reviewer-${n % 5}`,
    timestamp: timeAt(n),
    review_duration_seconds: n % 600,
    agent_output_sha: `sha-${n}`,
    approved_output_sha: null,
    correction_diff_path: null,
    reviewer_comment: `Release the handle of step ${n} before the next one starts`,
    tags: ["resource_leak"],
    ...change,
  };
}
