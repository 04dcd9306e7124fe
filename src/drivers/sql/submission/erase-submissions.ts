import type { Transaction } from "kysely";
import { eraseFromSubmission } from "../../../core/submission/submission.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { writeSubmission } from "./save-submission.ts";
import { fromSubmissionRow } from "./submission-row.ts";

/** Erases a person from every submission that they submitted, decided or withdrew. */
export async function eraseSubmissions(
  transaction: Transaction<Tables>,
  names: readonly string[],
  now: () => Date,
): Promise<number> {
  const numbers = new Set<number>();
  for (const column of ["submitted_by", "closed_by"] as const) {
    const rows = await transaction
      .selectFrom("submission")
      .select("seq")
      .where(column, "in", names.map(storedText))
      .execute();
    for (const { seq } of rows) numbers.add(seq);
  }
  let erased = 0;
  for (const seq of numbers) if (await eraseOne(transaction, seq, names, now)) erased += 1;
  return erased;
}

/** One at a time, because each may contain two long texts. */
async function eraseOne(
  transaction: Transaction<Tables>,
  seq: number,
  names: readonly string[],
  now: () => Date,
): Promise<boolean> {
  for (;;) {
    const row = await transaction
      .selectFrom("submission")
      .select(["header", "texts"])
      .where("seq", "=", seq)
      .executeTakeFirst();
    if (row === undefined) return false;
    const submission = fromSubmissionRow(row);
    const after = names.reduce(eraseFromSubmission, submission);
    if (after === submission) return false;
    // If someone else changed it in between, that is committed by now, so it is read again.
    if (await writeSubmission(transaction, after, now)) return true;
  }
}
