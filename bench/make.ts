import type { Feedback } from "../src/core/feedback/feedback.ts";
import { fromDecision } from "../src/core/feedback/from-decision.ts";

/** Spreads numbers, so that every agent gets every tag and outcome. */
export const scatter = (n: number, below: number): number => (Math.imul(n + 1, 2_654_435_761) >>> 8) % below;

/** Decision number `n` with a comment of usual length, as it arrives; what a bench has of its own goes over it. */
export const decisionOf = (
  n: number,
  ms: number,
  own: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  decision_id: `decision-${n}`,
  gate_id: "pull-request",
  epic_id: `epic-${n % 40}`,
  task_id: `task-${n % 900}`,
  decision: "REJECTED",
  reviewer_id: `reviewer-${n % 25}`,
  timestamp: new Date(ms).toISOString(),
  review_duration_seconds: 30 + (n % 600),
  agent_output_sha: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  approved_output_sha: null,
  correction_diff_path: null,
  reviewer_comment: `The retry in worker ${n} gives up after the first time-out; wait longer each time and say which host failed.`,
  tags: [`tag-${n % 12}`, `tag-${(n * 7) % 12}`],
  agent: `agent-${n % 10}`,
  ...own,
});

export const recordOf = (...decision: Parameters<typeof decisionOf>): Feedback =>
  fromDecision(decisionOf(...decision), { now: "2026-01-01T00:00:00Z" }).feedback[0]!;

export const numbered = (make: (n: number) => Feedback, first: number, count: number): readonly Feedback[] =>
  Array.from({ length: count }, (_, n) => make(first + n));

/** The same direction, of length one. */
export function unit(numbers: Float32Array): Float32Array {
  const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
  return numbers.map((number) => number / length);
}
