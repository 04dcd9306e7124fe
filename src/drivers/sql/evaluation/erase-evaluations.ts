import type { Transaction } from "kysely";
import { eraseFromEvaluation } from "../../../core/evaluation/erase-from-evaluation.ts";
import type { Tables } from "../tables.ts";
import { storedText } from "../stored-text.ts";
import { fromDocument } from "./list-evaluations.ts";
import { writeEvaluation } from "./save-evaluation.ts";

const BATCH = 200;

/** Erases a person from every evaluation that they resolved. */
export async function eraseEvaluations(
  transaction: Transaction<Tables>,
  personId: string,
  now: () => Date,
): Promise<number> {
  let erased = 0;
  let last = 0;
  for (;;) {
    const rows = await transaction
      .selectFrom("evaluation")
      .select(["seq", "document"])
      .where("resolved_by", "=", storedText(personId))
      .where("seq", ">", last)
      .orderBy("seq")
      .limit(BATCH)
      .execute();
    for (const { seq, document } of rows) {
      if (await eraseOne(transaction, { seq, document }, personId, now)) erased += 1;
    }
    if (rows.length < BATCH) return erased;
    last = rows.at(-1)?.seq ?? last;
  }
}

async function eraseOne(
  transaction: Transaction<Tables>,
  row: { readonly seq: number; readonly document: string },
  personId: string,
  now: () => Date,
): Promise<boolean> {
  for (let { document } = row; ;) {
    const record = fromDocument(document);
    const after = eraseFromEvaluation(record, personId);
    if (after === record) return false;
    if (await writeEvaluation(transaction, after, now)) return true;
    // Somebody else changed it in between, and that is done by now.
    ({ document } = await transaction
      .selectFrom("evaluation")
      .select("document")
      .where("seq", "=", row.seq)
      .executeTakeFirstOrThrow());
  }
}
