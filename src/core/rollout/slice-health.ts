import type { Rollout } from "./rollout.ts";
import { addHealth, NO_HEALTH, type RolloutHealth, type VersionHealth } from "./rollout-health.ts";

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
