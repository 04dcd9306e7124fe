import { normalizeVersion } from "../review/version-policy.ts";
import { defined } from "../defined.ts";
import { fail, ok, type Result } from "../result.ts";
import type { AuditAct } from "../audit/audit-entry.ts";
import { ERASED_PERSON } from "../feedback/feedback.ts";

/** The versions that a prompt sets and an answer repeats. */
export interface VersionPair {
  readonly schema_version: string;
  readonly prompt_version: string;
}

/** A normalised key for counts by version. */
export const versionKey = (version: VersionPair): string =>
  `${normalizeVersion(version.schema_version)}+${normalizeVersion(version.prompt_version)}`;

/** The inverse of `versionKey`, in the shortest spelling. */
export function versionOfKey(key: string): VersionPair {
  const [schema_version = "", prompt_version = ""] = key.split("+");
  return { schema_version, prompt_version };
}

export const isSameVersion = (a: VersionPair, b: VersionPair): boolean => versionKey(a) === versionKey(b);

export const isVersionPair = ({ schema_version, prompt_version }: VersionPair): boolean =>
  /^\d{1,9}\.\d{1,9}$/.test(schema_version) && /^\d{1,9}\.\d{1,9}(?:\.\d{1,9})?$/.test(prompt_version);

/** The steps of a canary: each is riskier than the last in proportion to the evidence. */
export const SLICE_STEPS = [0.01, 0.05, 0.25, 0.5, 1] as const;

const MAX_STEPS = 20;

/** The rollout's own steps, or the default ones. */
export const stepsOf = ({ steps }: Pick<Rollout, "steps">): readonly number[] => steps ?? SLICE_STEPS;

/** The next step; undefined once all reviews use the candidate. */
export const nextSlice = (rollout: Pick<Rollout, "steps" | "slice">): number | undefined =>
  stepsOf(rollout).find((step) => step > rollout.slice);

function stepsProblem(steps: readonly number[]): string | undefined {
  const rising = steps.every((step, at) => step > (at === 0 ? 0 : steps[at - 1]!) && step <= 1);
  if (steps.length >= 1 && steps.length <= MAX_STEPS && rising && steps.at(-1) === 1) return undefined;
  return `steps must be 1 to ${MAX_STEPS} rising shares above 0 that end with 1, such as 0.1, 0.5, 1`;
}

export const ROLLOUT_STAGES = ["read_compatible", "canary", "promoted", "rolled_back", "retired"] as const;

/**
 * How far a new prompt or schema version has come: parsers support it, some reviews use it, all do, or none does
 * any more. Retired means that the losing version is no longer supported.
 */
export type RolloutStage = (typeof ROLLOUT_STAGES)[number];

/** The limits for the candidate. */
export interface RolloutSlo {
  /** The maximum share of dropped findings. */
  readonly dropRate: number;
  /** The maximum share of reviews with an incompatible version. */
  readonly incompatibleRate: number;
  /** Reviews by the candidate that each step needs. */
  readonly minReviews: number;
  /** A rejection rate above this multiple of the baseline's rolls back. */
  readonly rejectionFactor: number;
  /** Fewer rejections never roll back, so that one of three does not. */
  readonly minRejections: number;
  /**
   * A rejection rate up to this is always acceptable, so that a baseline without rejections does not forbid the
   * first one.
   */
  readonly rejectionFloor: number;
}

export const DEFAULT_SLO: RolloutSlo = {
  dropRate: 0.05,
  incompatibleRate: 0.01,
  minReviews: 50,
  rejectionFactor: 2,
  minRejections: 5,
  rejectionFloor: 0.02,
};

export interface RolloutTransition {
  readonly event: "start_canary" | "widen" | "promote" | "roll_back" | "retire";
  readonly from: RolloutStage;
  readonly to: RolloutStage;
  readonly slice: number;
  readonly at: string;
  readonly reason?: string;
  /** Who took the step, if recorded. */
  readonly by?: string;
  /** The failed checks that the reason overrides. */
  readonly overrides?: readonly string[];
}

/** The rollout of a candidate version. */
export interface Rollout {
  readonly id: string;
  readonly stage: RolloutStage;
  readonly baseline: VersionPair;
  readonly candidate: VersionPair;
  /** The share of reviews, from 0 to 1, that use the candidate during the canary. */
  readonly slice: number;
  /** The steps of the slice; the default ones if absent. */
  readonly steps?: readonly number[];
  readonly slo: RolloutSlo;
  /** The candidate's reviews when the slice was last set, because each step is judged by its own reviews. */
  readonly reviewsAtStep: number;
  /** The version that is no longer supported. */
  readonly retired?: "baseline" | "candidate";
  readonly history: readonly RolloutTransition[];
}

export interface RolloutPlan {
  readonly id: string;
  readonly baseline: VersionPair;
  readonly candidate: VersionPair;
  /** With few reviews, a step of 1 % would take weeks. */
  readonly steps?: readonly number[];
  readonly slo?: Partial<RolloutSlo>;
}

export type RolloutPlanProblem = {
  readonly code: "invalid_version" | "same_version" | "invalid_steps" | "invalid_slo";
  readonly message: string;
};

/** Creates a rollout in its first stage: parsers support the candidate, but no review uses it. */
export function createRollout(plan: RolloutPlan): Result<Rollout, RolloutPlanProblem> {
  const { id, baseline, candidate, steps } = plan;
  const slo: RolloutSlo = { ...DEFAULT_SLO, ...plan.slo };
  if (!isVersionPair(baseline) || !isVersionPair(candidate)) {
    return fail({
      code: "invalid_version",
      message: 'versions must be digits such as schema "1.0" and prompt "1.0.2"',
    });
  }
  if (isSameVersion(baseline, candidate)) {
    return fail({
      code: "same_version",
      message: "the candidate must differ from the baseline in schema or prompt",
    });
  }
  const stepsError = steps === undefined ? undefined : stepsProblem(steps);
  if (stepsError !== undefined) return fail({ code: "invalid_steps", message: stepsError });
  const sloError = sloProblem(slo);
  if (sloError !== undefined) return fail({ code: "invalid_slo", message: sloError });
  return ok({
    id,
    stage: "read_compatible",
    baseline,
    candidate,
    slice: 0,
    ...defined({ steps }),
    slo,
    reviewsAtStep: 0,
    history: [],
  });
}

function sloProblem(slo: RolloutSlo): string | undefined {
  for (const field of ["dropRate", "incompatibleRate", "rejectionFloor"] as const) {
    if (!(slo[field] >= 0 && slo[field] <= 1)) return `slo.${field} must be a share from 0 to 1`;
  }
  for (const field of ["minReviews", "minRejections"] as const) {
    if (!Number.isSafeInteger(slo[field]) || slo[field] < 1)
      return `slo.${field} must be a whole number from 1`;
  }
  const factor = slo.rejectionFactor;
  return Number.isFinite(factor) && factor >= 1 ? undefined : "slo.rejectionFactor must be a number from 1";
}

/** A stored rollout. */
export interface RolloutRecord extends Rollout {
  /** From 1; a change is saved only over the revision that it was based on. */
  readonly revision: number;
  readonly startedBy: string;
  /** UTC to the millisecond, as in `updatedAt`. */
  readonly startedAt: string;
  readonly updatedAt: string;
}

/** A changed rollout with its audit entries. */
export interface RolloutChange {
  readonly state: RolloutRecord;
  readonly acts: readonly AuditAct[];
}

/** Whether reviews are split between its versions; a version is in at most one such rollout. */
export const isRunning = ({ stage }: Pick<Rollout, "stage">): boolean => stage === "canary";

/** Removes a person's name and the reasons they gave. Returns the same object if it does not name them. */
export function eraseFromRollout(rollout: RolloutRecord, personId: string): RolloutRecord {
  if (personId === ERASED_PERSON) return rollout;
  const { startedBy, history } = rollout;
  if (startedBy !== personId && history.every(({ by }) => by !== personId)) return rollout;
  return {
    ...rollout,
    revision: rollout.revision + 1,
    startedBy: startedBy === personId ? ERASED_PERSON : startedBy,
    history: history.map((step) => (step.by === personId ? withoutWords(step) : step)),
  };
}

function withoutWords({ reason: _reason, ...step }: RolloutTransition): RolloutTransition {
  return { ...step, by: ERASED_PERSON };
}
