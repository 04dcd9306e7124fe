import type { Rollout } from "./rollout.ts";
import type { RolloutHealth } from "./rollout-health.ts";
import { type RolloutCheck, type RolloutCheckName, rolloutReport } from "./rollout-report.ts";
import { nextSlice } from "./slice-steps.ts";

export interface RolloutReason {
  readonly code: RolloutCheckName | "not_in_traffic" | "decided";
  readonly message: string;
}

export type RolloutDecision =
  | { readonly action: "hold" | "promote" | "roll_back"; readonly reasons: readonly RolloutReason[] }
  | { readonly action: "widen"; readonly slice: number; readonly reasons: readonly RolloutReason[] };

/**
 * What to do next. Too many rejections roll back at any sample size above the floor; everything else that
 * is not proven good holds, because a wrong hold costs time and a wrong promotion costs reviews.
 */
export function evaluateRollout(rollout: Rollout, health: RolloutHealth): RolloutDecision {
  const { stage } = rollout;
  if (stage === "canary" || stage === "promoted")
    return judge(rollout, rolloutReport(rollout, health).checks);
  if (stage === "read_compatible") {
    return hold("not_in_traffic", "no review uses the candidate yet; start the canary once parsers read it");
  }
  return hold("decided", `the rollout is ${stage === "retired" ? "retired" : "rolled back"}`);
}

function judge(rollout: Rollout, checks: readonly RolloutCheck[]): RolloutDecision {
  const rejections = checks.filter((check) => check.name === "rejection_rate");
  if (rejections.some((check) => check.verdict === "fail")) {
    return { action: "roll_back", reasons: rejections.map(toReason) };
  }
  if (rollout.stage === "promoted") return { action: "hold", reasons: rejections.map(toReason) };
  const open = checks.filter((check) => check.verdict === "fail" || check.verdict === "unknown");
  if (open.length > 0) return { action: "hold", reasons: open.map(toReason) };
  const reasons = checks.filter((check) => check.verdict === "pass").map(toReason);
  const slice = nextSlice(rollout);
  return slice === undefined ? { action: "promote", reasons } : { action: "widen", slice, reasons };
}

const toReason = (check: RolloutCheck): RolloutReason => ({ code: check.name, message: check.reason });

const hold = (code: RolloutReason["code"], message: string): RolloutDecision => ({
  action: "hold",
  reasons: [{ code, message }],
});
