import type { RolloutRecord } from "../../../core/rollout/rollout.ts";
import { toStoredTime } from "../stored-time.ts";
import { storedKey } from "../stored-text.ts";
import type { RolloutColumns } from "./rollout-tables.ts";

export const toRolloutRow = (rollout: RolloutRecord): RolloutColumns => ({
  id: storedKey(rollout.id),
  revision: rollout.revision,
  stage: rollout.stage,
  updated_at: toStoredTime(rollout.updatedAt),
  document: JSON.stringify(rollout),
});

/** The table only contains what `toRolloutRow` wrote. */
export const fromRolloutRow = ({ document }: Pick<RolloutColumns, "document">): RolloutRecord =>
  JSON.parse(document) as RolloutRecord;
