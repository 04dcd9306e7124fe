import { windowOf } from "../../core/pattern/pattern-window.ts";
import {
  addHealth,
  type RolloutHealth,
  healthOfSlices,
  type SliceHealth,
} from "../../core/rollout/rollout-health.ts";
import { type RolloutRecord, versionKey } from "../../core/rollout/rollout.ts";
import type { RolloutStore } from "../../ports/rollout-store.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { evaluateRollout, rolloutReport } from "../../core/rollout/rollout-report.ts";
import type { RolloutStatus } from "../../core/rollout/rollout-wire.ts";
import {
  planRollout,
  type StartProblem,
  type StartRollout,
  applyRolloutCommand,
  type RolloutCommand,
  type RolloutProblem,
} from "../../core/rollout/change-rollout.ts";
import { retryOnConflict, atRevision, type ExpectedRevision } from "../retry-on-conflict.ts";

/** How far back a promoted version is judged: long enough for a sample, short enough to notice a change. */
const WATCHED_HOURS = 168;

export interface LoadedHealth {
  readonly health: RolloutHealth;
  readonly slices: readonly SliceHealth[];
}

/**
 * The health of a rollout: all reviews while it ran; once promoted, the candidate's recent reviews against the
 * baseline.
 */
async function loadRolloutHealth(
  rollouts: Pick<RolloutStore, "slices" | "health">,
  rollout: RolloutRecord,
  now: string,
): Promise<LoadedHealth> {
  const slices = await rollouts.slices(rollout.id);
  const health = healthOfSlices(rollout, slices);
  if (rollout.stage !== "promoted") return { health, slices };
  const window = windowOf(now, WATCHED_HOURS);
  if (!window.ok) throw new RangeError(window.error.message);
  const { candidate } = rollout;
  const recent = await rollouts.health({ ...window.value, versions: [candidate], assigned: true });
  const { [versionKey(candidate)]: _whileItRan, ...others } = health;
  return {
    slices,
    health: recent.reduce<RolloutHealth>((sum, counts) => addHealth(sum, candidate, counts), others),
  };
}

export interface RolloutNotFound {
  readonly code: "rollout_not_found";
  readonly message: string;
}

/** Compares both versions against the rollout's limits. */
export const reportRollout =
  ({
    rollouts,
    now,
  }: {
    readonly rollouts: Pick<RolloutStore, "find" | "slices" | "health">;
    readonly now: () => string;
  }) =>
  async (id: string): Promise<Result<RolloutStatus, RolloutNotFound>> => {
    const rollout = await rollouts.find(id);
    if (rollout === undefined) return fail(ROLLOUT_NOT_FOUND);
    const { health, slices } = await loadRolloutHealth(rollouts, rollout, now());
    return ok({
      rollout,
      report: rolloutReport(rollout, health),
      decision: evaluateRollout(rollout, health),
      slices,
    });
  };

export const ROLLOUT_NOT_FOUND: RolloutNotFound = {
  code: "rollout_not_found",
  message: "there is no rollout with this id",
};

export interface VersionTaken {
  readonly code: "version_in_rollout";
  readonly message: string;
}

export interface RolloutBusy {
  readonly code: "rollout_busy";
  readonly message: string;
}

/** Starts a rollout; a version is in at most one running rollout. */
export const startRollout =
  ({
    rollouts,
    now,
    createId,
  }: {
    readonly rollouts: Pick<RolloutStore, "runningWith" | "save">;
    readonly now: () => string;
    /** Unique, such as a UUID. */
    readonly createId: () => string;
  }) =>
  (
    plan: Omit<StartRollout, "id">,
  ): Promise<Result<RolloutRecord, StartProblem | VersionTaken | RolloutBusy>> =>
    retryOnConflict(ROLLOUT_BUSY, async () => {
      const id = `ro_${createId().replaceAll("-", "").slice(0, 12)}`;
      const change = planRollout({ ...plan, id }, { now: now() });
      if (!change.ok) return change;
      if (await rollouts.save(change.value)) return ok(change.value.state);
      const other =
        (await rollouts.runningWith(plan.baseline)) ?? (await rollouts.runningWith(plan.candidate));
      // Otherwise another rollout ended meanwhile, or the id was in use.
      return other === undefined ? undefined : fail(versionTaken(other));
    });

const versionTaken = ({ id }: RolloutRecord): VersionTaken => ({
  code: "version_in_rollout",
  message: `the rollout ${id} uses one of these versions; promote it or roll it back first`,
});

const ROLLOUT_BUSY: RolloutBusy = {
  code: "rollout_busy",
  message: "somebody else keeps changing it; read it again, then retry",
};

/** Advances a rollout or rolls it back, retrying on conflict. */
export const changeRollout =
  ({
    now,
    ...parts
  }: {
    readonly rollouts: Pick<RolloutStore, "find" | "slices" | "health" | "runningWith" | "save">;
    readonly now: () => string;
  }) =>
  (
    id: string,
    command: RolloutCommand,
    expected: ExpectedRevision = {},
  ): Promise<Result<RolloutRecord, RolloutProblem | RolloutNotFound | VersionTaken | RolloutBusy>> => {
    const rollouts = atRevision(parts.rollouts, expected);
    return retryOnConflict(ROLLOUT_BUSY, async () => {
      const state = await rollouts.find(id);
      if (state === undefined) return fail(ROLLOUT_NOT_FOUND);
      const time = now();
      const { health } = await loadRolloutHealth(rollouts, state, time);
      const changed = applyRolloutCommand(state, command, { now: time, health });
      if (!changed.ok) return changed;
      if (state.stage === "promoted") {
        // The next rollout uses this version as its baseline.
        const next = await rollouts.runningWith(state.candidate);
        if (next !== undefined) return fail(versionTaken(next));
      }
      return (await rollouts.save(changed.value)) ? ok(changed.value.state) : undefined;
    });
  };
