import type { Transaction } from "kysely";
import { ERASED_PERSON } from "../../../core/feedback/feedback.ts";
import { eraseFromTrial } from "../../../core/trial/decide-trial.ts";
import { eraseDocuments } from "../erase-documents.ts";
import { affectedRows } from "../query.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { writeTrial } from "./save-trial.ts";
import { fromTrialRow } from "./trial-row.ts";

const eraseDocumentsOfTrials = eraseDocuments({
  table: "trial",
  parse: fromTrialRow,
  erase: (trial, names) => names.reduce(eraseFromTrial, trial),
  write: writeTrial,
});

/** Removes a person's name and words from trials and exemptions, and returns how many there were. */
export async function eraseTrials(
  transaction: Transaction<Tables>,
  names: readonly string[],
  now: () => Date,
): Promise<number> {
  const trials = await eraseDocumentsOfTrials(transaction, names, now);
  const others = names.filter((name) => name !== ERASED_PERSON).map(storedText);
  if (others.length === 0) return trials;
  const exemptions = await affectedRows(
    transaction
      .updateTable("trial_exemption")
      .set({ exempted_by: ERASED_PERSON, reason: "" })
      .where("exempted_by", "in", others),
  );
  return trials + exemptions;
}
