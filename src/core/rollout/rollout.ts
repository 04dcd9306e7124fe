import { plainVersion } from "../review/version-policy.ts";
import { defined } from "../defined.ts";
import { fail, ok, type Result } from "../result.ts";
import type { AuditAct } from "../audit/audit-entry.ts";
import { ERASED_PERSON } from "../feedback/feedback.ts";

/** The two versions that a prompt pins and an answer repeats. */
export interface VersionPair {
  readonly schema_version: string;
  readonly prompt_version: string;
}

/** One text for each pair, however its versions are written, to file counts under. */
export const versionKey = (version: VersionPair): string =>
  `${plainVersion(version.schema_version)}+${plainVersion(version.prompt_version)}`;

/** The pair that `versionKey` filed, in the shortest spelling. */
export function versionOfKey(key: string): VersionPair {
  const [schema_version = "", prompt_version = ""] = key.split("+");
  return { schema_version, prompt_version };
}

export const isSameVersion = (a: VersionPair, b: VersionPair): boolean => versionKey(a) === versionKey(b);

export const isVersionPair = ({ schema_version, prompt_version }: VersionPair): boolean =>
  /^\d{1,9}\.\d{1,9}$/.test(schema_version) && /^\d{1,9}\.\d{1,9}(?:\.\d{1,9})?$/.test(prompt_version);

/** The shares a canary goes through: each about as much riskier than the last as its evidence is better. */
export const SLICE_STEPS = [0.01, 0.05, 0.25, 0.5, 1] as const;

const MOST_STEPS = 20;

/** The shares of this rollout's own plan, or the usual ones. */
export const stepsOf = ({ steps }: Pick<Rollout, "steps">): readonly number[] => steps ?? SLICE_STEPS;

/** The next wider share; nothing once all reviews use the candidate. */
export const nextSlice = (rollout: Pick<Rollout, "steps" | "slice">): number | undefined =>
  stepsOf(rollout).find((step) => step > rollout.slice);

/** What is wrong with the shares of a plan. */
function wrongSteps(steps: readonly number[]): string | undefined {
  const rising = steps.every((step, at) => step > (at === 0 ? 0 : steps[at - 1]!) && step <= 1);
  if (steps.length >= 1 && steps.length <= MOST_STEPS && rising && steps.at(-1) === 1) return undefined;
  return `steps must be 1 to ${MOST_STEPS} rising shares above 0 that end with 1, such as 0.1, 0.5, 1`;
}

export const ROLLOUT_STAGES = ["read_compatible", "canary", "promoted", "rolled_back", "retired"] as const;

/**
 * How far a new prompt or schema version has come: parsers read it, a slice of reviews uses it, all do, or
 * none does any more. Retired means that the losing version's compatibility is gone.
 */
export type RolloutStage = (typeof ROLLOUT_STAGES)[number];

/** What the candidate must keep to. */
export interface RolloutSlo {
  /** Largest share of findings that may be dropped. */
  readonly dropRate: number;
  /** Largest share of reviews that may fail by an incompatible version. */
  readonly incompatibleRate: number;
  /** Reviews by the candidate that each step needs before it is judged good. */
  readonly minReviews: number;
  /** Rejections beyond this many times the baseline's rate roll back. */
  readonly rejectionFactor: number;
  /** Fewer rejections than this never roll back, so that one of three does not. */
  readonly minRejections: number;
  /** A rejection rate up to this is never too high, so that a baseline without any does not forbid the first. */
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
  /** Who took the step, where that is kept. */
  readonly by?: string;
  /** The checks that did not speak for the step, and that its reason answers. */
  readonly overrides?: readonly string[];
}

/** One candidate's way from the version in use to its place, or back. */
export interface Rollout {
  readonly id: string;
  readonly stage: RolloutStage;
  readonly baseline: VersionPair;
  readonly candidate: VersionPair;
  /** The share of reviews, from 0 to 1, that the candidate gets while it is a canary. */
  readonly slice: number;
  /** The shares that the slice goes through; the usual ones when left out. */
  readonly steps?: readonly number[];
  readonly slo: RolloutSlo;
  /** The candidate's reviews when the slice was last set: each step is judged by reviews of its own. */
  readonly reviewsAtStep: number;
  /** Whose compatibility was removed. */
  readonly retired?: "baseline" | "candidate";
  readonly history: readonly RolloutTransition[];
}

export interface RolloutPlan {
  readonly id: string;
  readonly baseline: VersionPair;
  readonly candidate: VersionPair;
  /** Where few reviews come in, 1 % of them would take weeks to show anything. */
  readonly steps?: readonly number[];
  readonly slo?: Partial<RolloutSlo>;
}

export type RolloutPlanProblem = {
  readonly code: "invalid_version" | "same_version" | "invalid_steps" | "invalid_slo";
  readonly message: string;
};

/** Begins a rollout at the only stage it can begin at: parsers learn to read the candidate, nobody sends it. */
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
  const unfit = steps === undefined ? undefined : wrongSteps(steps);
  if (unfit !== undefined) return fail({ code: "invalid_steps", message: unfit });
  const wrong = wrongSloField(slo);
  if (wrong !== undefined) return fail({ code: "invalid_slo", message: wrong });
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

function wrongSloField(slo: RolloutSlo): string | undefined {
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

/** A rollout as it is kept: with who began it, and the number of its last change. */
export interface RolloutRecord extends Rollout {
  /** 1 when it began; whoever saves says over which one. */
  readonly revision: number;
  readonly startedBy: string;
  /** UTC to the millisecond, as in `updatedAt`. */
  readonly startedAt: string;
  readonly updatedAt: string;
}

/** A rollout after a change, and what the audit log says of it. */
export interface RolloutChange {
  readonly state: RolloutRecord;
  readonly acts: readonly AuditAct[];
}

/** Whether some reviews use one of its versions and some the other; each version is in one such rollout at a time. */
export const isRunning = ({ stage }: Pick<Rollout, "stage">): boolean => stage === "canary";

/**
 * The rollout without one person: their name and the reasons they gave. What was done stays. The same rollout, not a
 * copy, where it does not name them.
 */
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
