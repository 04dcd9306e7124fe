import { fail, ok, type Result } from "../../core/result.ts";
import {
  applyRolloutCommand as change,
  type RolloutCommand,
  type RolloutProblem,
} from "../../core/rollout/change-rollout.ts";
import type { RolloutRecord } from "../../core/rollout/rollout.ts";
import type { RolloutStore } from "../../ports/rollout-store.ts";
import { loadRolloutHealth } from "./load-rollout-health.ts";
import { ROLLOUT_NOT_FOUND, type RolloutNotFound } from "./report-rollout.ts";
import { atRevision, retryOnConflict, type Seen } from "../retry-on-conflict.ts";
import { ROLLOUT_BUSY, type RolloutBusy, versionTaken, type VersionTaken } from "./start-rollout.ts";

/**
 * Takes a rollout one step on, or back. Of two people at once one comes first, and the other's command is decided
 * again on what that one left.
 */
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
    seen: Seen = {},
  ): Promise<Result<RolloutRecord, RolloutProblem | RolloutNotFound | VersionTaken | RolloutBusy>> => {
    const rollouts = atRevision(parts.rollouts, seen);
    return retryOnConflict(ROLLOUT_BUSY, async () => {
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
      return (await rollouts.save(changed.value)) ? ok(changed.value.state) : undefined;
    });
  };
