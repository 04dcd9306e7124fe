import { eraseFromRollout } from "../../../core/rollout/rollout.ts";
import { eraseDocuments } from "../erase-documents.ts";
import { fromDocument } from "./rollout-row.ts";
import { writeRollout } from "./save-rollout.ts";

/** All are read: there are few, and each names people in many places. */
export const eraseRollouts = eraseDocuments({
  table: "rollout",
  read: fromDocument,
  erase: (rollout, names) => names.reduce(eraseFromRollout, rollout),
  write: writeRollout,
});
