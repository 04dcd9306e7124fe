import { eraseFromRollout } from "../../../core/rollout/rollout.ts";
import { eraseDocuments } from "../erase-documents.ts";
import { fromRolloutRow } from "./rollout-row.ts";
import { writeRollout } from "./save-rollout.ts";

/** Reads all of them: there are few, and they name people in many fields. */
export const eraseRollouts = eraseDocuments({
  table: "rollout",
  parse: fromRolloutRow,
  erase: (rollout, names) => names.reduce(eraseFromRollout, rollout),
  write: writeRollout,
});
