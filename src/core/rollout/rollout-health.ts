import type { Diagnostic } from "../review/review.ts";
import { type VersionPair, versionKey, type Rollout } from "./rollout.ts";
import type { ParsedReview } from "../review/parse-review.ts";

/** What reviews in one version came to. */
export interface VersionHealth {
  readonly reviews: number;
  readonly rejections: number;
  /** Rejections because the answer's version could not be read. */
  readonly incompatible: number;
  /** Findings that were there before any was dropped. */
  readonly findings: number;
  readonly drops: number;
  readonly coercions: number;
  /** Reviews with at least one coercion. */
  readonly coercedReviews: number;
}

/** Health by version, filed under `versionKey`. */
export type RolloutHealth = Readonly<Record<string, VersionHealth>>;

export interface ObservedReview {
  readonly status: "accepted" | "rejected";
  /** Findings in the answer, kept or not. */
  readonly findingsSeen: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Shares from 0 to 1; 0 where there is nothing to take a share of. */
export interface VersionRates {
  readonly coercion: number;
  readonly drop: number;
  readonly rejection: number;
  readonly incompatible: number;
}

const NOTHING_SEEN: VersionHealth = {
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
  health[versionKey(version)] ?? NOTHING_SEEN;

/** Adds one parsed review, filed under the version that it was asked in. */
export const observeReview = (
  health: RolloutHealth,
  version: VersionPair,
  review: ObservedReview,
): RolloutHealth => addHealth(health, version, addToHealth(review));

/** What one parsed review adds to its version. */
export function addToHealth({ status, findingsSeen, diagnostics }: ObservedReview): VersionHealth {
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
    // A dropped finding was there, whatever the count given says.
    findings: Math.max(seen, drops),
    drops,
    coercions,
    coercedReviews: Number(coercions > 0),
  };
}

/** Adds counts to those of a version. */
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

/** What reviews of one side came to while a rollout had one slice. */
export interface SliceHealth extends VersionHealth {
  readonly role: "baseline" | "candidate";
  readonly slice: number;
}

/** The health that a rollout is judged by: all that was read while it ran. */
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

/** What a parsed answer is to the health of its version. */
export function observedReview({ status, review, diagnostics }: ParsedReview): ObservedReview {
  const dropped = diagnostics.filter(({ kind }) => kind === "finding_dropped").length;
  return { status, findingsSeen: (review?.findings.length ?? 0) + dropped, diagnostics };
}
