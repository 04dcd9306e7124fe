import type { Result } from "../../core/result.ts";
import { promptableVersions, type PromptVersionProblem } from "../../core/rollout/promptable-versions.ts";
import { acceptedVersions } from "../../core/rollout/review-assignment.ts";
import type { VersionPair } from "../../core/rollout/rollout.ts";
import type { RolloutStore } from "../../ports/rollout-store.ts";

/** One page of a store. */
const LATEST = 500;

/** Rejects versions that the parser does not support; rollouts are only loaded if they could change that. */
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
