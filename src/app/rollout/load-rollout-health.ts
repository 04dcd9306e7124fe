import { windowOf } from "../../core/pattern/pattern-window.ts";
import {
  addHealth,
  type RolloutHealth,
  healthOfSlices,
  type SliceHealth,
} from "../../core/rollout/rollout-health.ts";
import { type RolloutRecord, versionKey } from "../../core/rollout/rollout.ts";
import type { RolloutStore } from "../../ports/rollout-store.ts";

/** So far back a promoted version is judged: long enough for a sample, short enough that a change shows. */
const WATCHED_HOURS = 168;

export interface LoadedHealth {
  readonly health: RolloutHealth;
  readonly slices: readonly SliceHealth[];
}

/**
 * What a rollout is judged by: all that was read while it ran; once promoted, the candidate's last days against the
 * baseline that it replaced.
 */
export async function loadRolloutHealth(
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
