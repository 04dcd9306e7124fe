import type { ObservedReview } from "../../src/core/rollout/rollout-health.ts";
import type { RolloutChange } from "../../src/core/rollout/rollout.ts";
import { planRollout, type StartRollout } from "../../src/core/rollout/change-rollout.ts";

export const BASELINE = { schema_version: "1.0", prompt_version: "1.0" } as const;
export const CANDIDATE = { schema_version: "1.1", prompt_version: "1.1" } as const;

/** A rollout that begins; the plan must be accepted. */
export function exampleStart(
  plan: Partial<StartRollout> = {},
  now = "2026-03-01T09:00:00.000Z",
): RolloutChange {
  const started = planRollout(
    { id: "ro_1", baseline: BASELINE, candidate: CANDIDATE, by: "ana", steps: [0.1, 1], ...plan },
    { now },
  );
  if (!started.ok) throw new Error(started.error.message);
  return started.value;
}

export const CLEAN: ObservedReview = { status: "accepted", findingsSeen: 2, diagnostics: [] };

export const REFUSED: ObservedReview = {
  status: "rejected",
  findingsSeen: 0,
  diagnostics: [{ kind: "response_rejected", reason: "invalid_json", message: "no JSON" }],
};

/** One finding of two was lost, and the other one mended. */
export const MENDED: ObservedReview = {
  status: "accepted",
  findingsSeen: 2,
  diagnostics: [
    { kind: "coercion_applied", reason: "trim", message: "trimmed" },
    { kind: "coercion_applied", reason: "trim", message: "trimmed" },
    { kind: "finding_dropped", reason: "invalid_line_range", message: "line 0" },
    { kind: "warning", reason: "truncated", message: "ends early" },
  ],
};
