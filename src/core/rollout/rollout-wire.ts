import type { RolloutDecision, RolloutReport } from "./rollout-report.ts";
import { type RolloutRecord, nextSlice, stepsOf } from "./rollout.ts";
import { type SliceHealth, ratesOf, type VersionHealth, type VersionRates } from "./rollout-health.ts";

/** A rollout with its health and the next decision. */
export interface RolloutStatus {
  readonly rollout: RolloutRecord;
  readonly report: RolloutReport;
  readonly decision: RolloutDecision;
  /** Health by slice, first one first. */
  readonly slices: readonly SliceHealth[];
}

export function toRollout(rollout: RolloutRecord) {
  const { id, revision, stage, baseline, candidate, slice, slo } = rollout;
  return {
    id,
    revision,
    stage,
    baseline,
    candidate,
    slice,
    steps: [...stepsOf(rollout)],
    next_slice: stage === "canary" ? (nextSlice(rollout) ?? null) : null,
    slo: {
      drop_rate: slo.dropRate,
      incompatible_rate: slo.incompatibleRate,
      min_reviews: slo.minReviews,
      rejection_factor: slo.rejectionFactor,
      min_rejections: slo.minRejections,
      rejection_floor: slo.rejectionFloor,
    },
    started_by: rollout.startedBy,
    started_at: rollout.startedAt,
    updated_at: rollout.updatedAt,
    history: rollout.history.map(({ event, from, to, slice: at_slice, at, by, reason: why, overrides }) => ({
      event,
      from,
      to,
      slice: at_slice,
      at,
      by: by ?? null,
      reason: why ?? null,
      overrides: [...(overrides ?? [])],
    })),
  };
}

export const toCounts = (health: VersionHealth) => ({
  reviews: health.reviews,
  accepted: health.reviews - health.rejections,
  rejected: health.rejections,
  incompatible: health.incompatible,
  findings: health.findings,
  dropped: health.drops,
  coercions: health.coercions,
  coerced_reviews: health.coercedReviews,
});

const toRates = ({ rejection, incompatible, drop, coercion }: VersionRates): VersionRates => ({
  rejection,
  incompatible,
  drop,
  coercion,
});

export const toRolloutStatus = ({ rollout, report, decision, slices }: RolloutStatus) => ({
  rollout: toRollout(rollout),
  versions: report.versions.map((each) => ({
    role: each.role,
    version: each.version,
    ...toCounts(each),
    rates: toRates(each.rates),
  })),
  checks: report.checks.map(({ limit, ...check }) => ({ ...check, limit: limit ?? null })),
  decision: {
    action: decision.action,
    slice: decision.action === "widen" ? decision.slice : null,
    reasons: [...decision.reasons],
  },
  slices: slices.map(({ slice, role: side, ...health }) => ({
    slice,
    role: side,
    ...toCounts(health),
    rates: ratesOf(health),
  })),
});
