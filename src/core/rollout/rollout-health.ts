import type { Diagnostic } from "../review/review.ts";
import { type VersionPair, versionKey, type Rollout } from "./rollout.ts";
import type { ParsedReview } from "../review/parse-review.ts";

/** Counts of the reviews in one version. */
export interface VersionHealth {
  readonly reviews: number;
  readonly rejections: number;
  /** Rejections because of an unsupported version. */
  readonly incompatible: number;
  /** Findings including dropped ones. */
  readonly findings: number;
  readonly drops: number;
  readonly coercions: number;
  /** Reviews with at least one coercion. */
  readonly coercedReviews: number;
}

/** Health by `versionKey`. */
export type RolloutHealth = Readonly<Record<string, VersionHealth>>;

export interface ObservedReview {
  readonly status: "accepted" | "rejected";
  /** Findings in the answer, including dropped ones. */
  readonly findingsSeen: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Shares from 0 to 1; 0 if there is nothing to share. */
export interface VersionRates {
  readonly coercion: number;
  readonly drop: number;
  readonly rejection: number;
  readonly incompatible: number;
}

const EMPTY_HEALTH: VersionHealth = {
  reviews: 0,
  rejections: 0,
  incompatible: 0,
  findings: 0,
  drops: 0,
  coercions: 0,
  coercedReviews: 0,
};

export const NO_HEALTH: RolloutHealth = {};

export const healthOf = (health: RolloutHealth, version: VersionPair): VersionHealth =>
  health[versionKey(version)] ?? EMPTY_HEALTH;

/** Adds a parsed review to the version it was requested in. */
export const observeReview = (
  health: RolloutHealth,
  version: VersionPair,
  review: ObservedReview,
): RolloutHealth => addHealth(health, version, reviewCounts(review));

/** The counts of one parsed review. */
export function reviewCounts({ status, findingsSeen, diagnostics }: ObservedReview): VersionHealth {
  const count = (kind: Diagnostic["kind"]): number => diagnostics.filter((item) => item.kind === kind).length;
  const rejected = status === "rejected";
  const incompatible = rejected && diagnostics.some((item) => item.reason === "incompatible_version");
  const drops = count("finding_dropped");
  const coercions = count("coercion_applied");
  const seen = Number.isSafeInteger(findingsSeen) ? findingsSeen : 0;
  return {
    reviews: 1,
    rejections: Number(rejected),
    incompatible: Number(incompatible),
    // A dropped finding counts, even if the given number is lower.
    findings: Math.max(seen, drops),
    drops,
    coercions,
    coercedReviews: Number(coercions > 0),
  };
}

export function addHealth(health: RolloutHealth, version: VersionPair, counts: VersionHealth): RolloutHealth {
  const before = healthOf(health, version);
  return {
    ...health,
    [versionKey(version)]: {
      reviews: before.reviews + counts.reviews,
      rejections: before.rejections + counts.rejections,
      incompatible: before.incompatible + counts.incompatible,
      findings: before.findings + counts.findings,
      drops: before.drops + counts.drops,
      coercions: before.coercions + counts.coercions,
      coercedReviews: before.coercedReviews + counts.coercedReviews,
    },
  };
}

export const ratesOf = (health: VersionHealth): VersionRates => ({
  coercion: share(health.coercedReviews, health.reviews),
  drop: share(health.drops, health.findings),
  rejection: share(health.rejections, health.reviews),
  incompatible: share(health.incompatible, health.reviews),
});

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Health of one side while the rollout had one slice. */
export interface SliceHealth extends VersionHealth {
  readonly role: "baseline" | "candidate";
  readonly slice: number;
}

/** The total health over all slices. */
export function healthOfSlices(
  { baseline, candidate }: Pick<Rollout, "baseline" | "candidate">,
  slices: readonly SliceHealth[],
): RolloutHealth {
  let health = NO_HEALTH;
  for (const { role, slice: _slice, ...counts } of slices) {
    health = addHealth(health, role === "baseline" ? baseline : candidate, counts);
  }
  return health;
}

export function observedReview({ status, review, diagnostics }: ParsedReview): ObservedReview {
  const dropped = diagnostics.filter(({ kind }) => kind === "finding_dropped").length;
  return { status, findingsSeen: (review?.findings.length ?? 0) + dropped, diagnostics };
}
