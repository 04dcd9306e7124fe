import { hash32 } from "../hash.ts";
import type { Rollout } from "./rollout.ts";
import type { VersionPair } from "./version-pair.ts";

/**
 * The version that the review with this key is asked in. The same key always gets the same answer at one
 * slice, and a wider slice only adds keys: each key has a fixed point from 0 to 1 and is in when the slice
 * has passed it. Points differ between rollouts, so the same reviews are not the first every time.
 */
export function assignVersion(rollout: Rollout, key: string): VersionPair {
  return usesCandidate(rollout, key) ? rollout.candidate : rollout.baseline;
}

function usesCandidate({ id, stage, slice, retired }: Rollout, key: string): boolean {
  if (stage === "canary") return pointOf(id, key) < slice;
  return stage === "promoted" || (stage === "retired" && retired === "baseline");
}

const pointOf = (id: string, key: string): number => hash32(key, hash32(id)) / 2 ** 32;
