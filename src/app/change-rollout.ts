import { fail, ok, type Result } from "../core/result.ts";
import {
  changeRollout as change,
  type RolloutCommand,
  type RolloutProblem,
} from "../core/rollout/change-rollout.ts";
import type { RolloutRecord } from "../core/rollout/rollout-record.ts";
import type { RolloutStore } from "../ports/rollout-store.ts";
import { loadRolloutHealth } from "./load-rollout-health.ts";
import { ROLLOUT_NOT_FOUND, type RolloutNotFound } from "./report-rollout.ts";
import { ROLLOUT_BUSY, type RolloutBusy, versionTaken, type VersionTaken } from "./start-rollout.ts";

const MAX_TRIES = 20;

/**
 * Takes a rollout one step on, or back. Of two people at once one comes first, and the other's command is decided
 * again on what that one left.
 */
export const changeRollout =
  ({
    rollouts,
    now,
  }: {
    readonly rollouts: Pick<RolloutStore, "find" | "slices" | "health" | "runningWith" | "save">;
    readonly now: () => string;
  }) =>
  async (
    id: string,
    command: RolloutCommand,
  ): Promise<Result<RolloutRecord, RolloutProblem | RolloutNotFound | VersionTaken | RolloutBusy>> => {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const state = await rollouts.find(id);
      if (state === undefined) return fail(ROLLOUT_NOT_FOUND);
      const time = now();
      const { health } = await loadRolloutHealth(rollouts, state, time);
      const changed = change(state, command, { now: time, health });
      if (!changed.ok) return changed;
      if (state.stage === "promoted") {
        // The next version is measured against this one, and would lose its ground.
        const next = await rollouts.runningWith(state.candidate);
        if (next !== undefined) return fail(versionTaken(next));
      }
      if (await rollouts.save(changed.value)) return ok(changed.value.state);
    }
    return fail(ROLLOUT_BUSY);
  };
