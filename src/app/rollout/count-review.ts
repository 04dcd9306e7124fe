import type { ParsedReview } from "../../core/review/parse-review.ts";
import { observedReview } from "../../core/rollout/observed-review.ts";
import type { VersionPair } from "../../core/rollout/version-pair.ts";
import type { RolloutStore } from "../../ports/rollout-store.ts";

/** Adds an answer that was read to the health of the version that it was asked in. */
export const countReview =
  ({ rollouts, now }: { readonly rollouts: Pick<RolloutStore, "count">; readonly now: () => string }) =>
  (parsed: ParsedReview, { schema_version, prompt_version }: VersionPair): Promise<void> =>
    rollouts.count({
      version: { schema_version, prompt_version },
      time: now(),
      ...observedReview(parsed),
    });
