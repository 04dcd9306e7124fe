import type { Rollout } from "./rollout.ts";
import type { VersionPair } from "./version-pair.ts";

/**
 * The versions that a parser must read. Both, from the first stage on and also after a roll-back, because
 * answers to prompts already sent still come in; only retiring ends that.
 */
export function acceptedVersions(rollout: Rollout): readonly VersionPair[] {
  if (rollout.stage !== "retired") return [rollout.baseline, rollout.candidate];
  return [rollout.retired === "baseline" ? rollout.candidate : rollout.baseline];
}
