import type { Result } from "../../core/result.ts";
import { promptableVersions, type PromptVersionProblem } from "../../core/rollout/promptable-versions.ts";
import { acceptedVersions } from "../../core/rollout/review-assignment.ts";
import type { VersionPair } from "../../core/rollout/rollout.ts";
import type { RolloutStore } from "../../ports/rollout-store.ts";

/** As many of the latest rollouts as one page of a store holds. */
const LATEST = 500;

/** Refuses versions in which no answer could be read here; rollouts are looked up only if that may change the answer. */
export const checkPromptVersions =
  (openRollouts: () => Promise<Pick<RolloutStore, "list"> | undefined>) =>
  async (versions: VersionPair): Promise<Result<VersionPair, PromptVersionProblem>> => {
    const own = promptableVersions(versions, []);
    if (own.ok) return own;
    const rollouts = await openRollouts();
    if (rollouts === undefined) return own;
    const { items } = await rollouts.list({ limit: LATEST });
    return promptableVersions(versions, items.flatMap(acceptedVersions));
  };
