import { type Rollout, type RolloutStage, type VersionPair, nextSlice } from "./rollout.ts";
import {
  healthOf,
  ratesOf,
  type RolloutHealth,
  type VersionHealth,
  type VersionRates,
} from "./rollout-health.ts";

export interface VersionReport extends VersionHealth {
  readonly role: "baseline" | "candidate";
  readonly version: VersionPair;
  readonly rates: VersionRates;
}

export type RolloutCheckName =
  | "sample"
  | "drop_rate"
  | "rejection_rate"
  | "incompatible_rate"
  | "coercion_rate";

/** One check of the candidate. */
export interface RolloutCheck {
  readonly name: RolloutCheckName;
  /** `unknown` while the sample is too small; `watched` checks are shown but never decide. */
  readonly verdict: "pass" | "fail" | "unknown" | "watched";
  readonly value: number;
  readonly limit?: number;
  /** The number of reviews or findings behind the value. */
  readonly sample: number;
  readonly reason: string;
}

export interface RolloutReport {
  readonly id: string;
  readonly stage: RolloutStage;
  readonly slice: number;
  readonly versions: readonly [VersionReport, VersionReport];
  readonly checks: readonly RolloutCheck[];
}

/** Compares baseline and candidate, and lists each check with its numbers. */
export function rolloutReport(rollout: Rollout, health: RolloutHealth): RolloutReport {
  const baseline = reportOf("baseline", rollout.baseline, health);
  const candidate = reportOf("candidate", rollout.candidate, health);
  return {
    id: rollout.id,
    stage: rollout.stage,
    slice: rollout.slice,
    versions: [baseline, candidate],
    checks: [
      checkSample(rollout, candidate),
      checkDrops(rollout, candidate),
      checkRejections(rollout, baseline, candidate),
      checkIncompatible(rollout, candidate),
      watchCoercions(baseline, candidate),
    ],
  };
}

function reportOf(role: VersionReport["role"], version: VersionPair, health: RolloutHealth): VersionReport {
  const counts = healthOf(health, version);
  return { role, version, ...counts, rates: ratesOf(counts) };
}

function checkSample({ slo, reviewsAtStep }: Rollout, candidate: VersionReport): RolloutCheck {
  const value = Math.max(0, candidate.reviews - reviewsAtStep);
  const enough = value >= slo.minReviews;
  return {
    name: "sample",
    verdict: enough ? "pass" : "unknown",
    value,
    limit: slo.minReviews,
    sample: candidate.reviews,
    reason: `${value} reviews at this step, ${slo.minReviews} needed`,
  };
}

function checkDrops({ slo }: Rollout, candidate: VersionReport): RolloutCheck {
  const value = candidate.rates.drop;
  const within = value <= slo.dropRate;
  return {
    name: "drop_rate",
    verdict: candidate.reviews < slo.minReviews ? "unknown" : within ? "pass" : "fail",
    value,
    limit: slo.dropRate,
    sample: candidate.findings,
    reason: `${candidate.drops} of ${candidate.findings} findings dropped (${percent(value)}, limit ${percent(slo.dropRate)})`,
  };
}

/**
 * Fails on fewer reviews than the other checks need, because a candidate that is always rejected should be rolled
 * back at once. `minRejections` alone guards against chance.
 */
function checkRejections({ slo }: Rollout, baseline: VersionReport, candidate: VersionReport): RolloutCheck {
  const value = candidate.rates.rejection;
  const limit = Math.min(1, Math.max(slo.rejectionFactor * baseline.rates.rejection, slo.rejectionFloor));
  const beyond = value > limit && candidate.rejections >= slo.minRejections;
  const counts = `${candidate.rejections} of ${candidate.reviews} reviews rejected (${percent(value)})`;
  const against = `${slo.rejectionFactor} times the baseline's ${percent(baseline.rates.rejection)}, at least ${percent(slo.rejectionFloor)}`;
  return {
    name: "rejection_rate",
    verdict: beyond ? "fail" : candidate.reviews < slo.minReviews ? "unknown" : "pass",
    value,
    limit,
    sample: candidate.reviews,
    reason: `${counts}; limit ${percent(limit)} (${against}), once there are ${slo.minRejections} rejections`,
  };
}

function checkIncompatible({ slo }: Rollout, candidate: VersionReport): RolloutCheck {
  const value = candidate.rates.incompatible;
  const within = value <= slo.incompatibleRate;
  return {
    name: "incompatible_rate",
    verdict: candidate.reviews < slo.minReviews ? "unknown" : within ? "pass" : "fail",
    value,
    limit: slo.incompatibleRate,
    sample: candidate.reviews,
    reason: `${candidate.incompatible} of ${candidate.reviews} reviews in a version that the parser could not read (${percent(value)}, limit ${percent(slo.incompatibleRate)})`,
  };
}

function watchCoercions(baseline: VersionReport, candidate: VersionReport): RolloutCheck {
  return {
    name: "coercion_rate",
    verdict: "watched",
    value: candidate.rates.coercion,
    sample: candidate.reviews,
    reason: `${candidate.coercedReviews} of ${candidate.reviews} reviews needed coercion (${percent(candidate.rates.coercion)}, baseline ${percent(baseline.rates.coercion)})`,
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

export interface RolloutReason {
  readonly code: RolloutCheckName | "not_in_traffic" | "decided";
  readonly message: string;
}

export type RolloutDecision =
  | { readonly action: "hold" | "promote" | "roll_back"; readonly reasons: readonly RolloutReason[] }
  | { readonly action: "widen"; readonly slice: number; readonly reasons: readonly RolloutReason[] };

/**
 * Decides the next step. Too many rejections roll back at any sample size above the minimum. Anything else that is
 * not proven good holds, because a wrong hold costs time and a wrong promotion costs reviews.
 */
export function evaluateRollout(rollout: Rollout, health: RolloutHealth): RolloutDecision {
  const { stage } = rollout;
  if (stage === "canary" || stage === "promoted")
    return judge(rollout, rolloutReport(rollout, health).checks);
  if (stage === "read_compatible") {
    return hold(
      "not_in_traffic",
      "no review uses the candidate yet; start the canary once parsers support it",
    );
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
