import type { Transaction } from "kysely";
import { eraseCorrection } from "../../../core/correction/kept-correction.ts";
import { ERASED_PERSON } from "../../../core/feedback/feedback.ts";
import type { Tables } from "../tables.ts";
import { lookupKey, parseCorrection, toCorrectionRow } from "./correction-row.ts";

const BATCH = 200;

/** Removes a person's name and words from corrections they made, and returns the ids of those. */
export async function eraseCorrections(
  transaction: Transaction<Tables>,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const others = names.filter((name) => name !== ERASED_PERSON).map(lookupKey);
  const erased = new Set<string>();
  if (others.length === 0) return erased;
  for (;;) {
    const rows = await transaction
      .selectFrom("correction")
      .select(["seq", "time", "document"])
      .where("author", "in", others)
      .limit(BATCH)
      .execute();
    for (const { seq, time, document } of rows) {
      const correction = parseCorrection(document);
      erased.add(correction.id);
      const { id: _id, ...columns } = toCorrectionRow(eraseCorrection(correction), time);
      await transaction.updateTable("correction").set(columns).where("seq", "=", seq).execute();
    }
    if (rows.length < BATCH) return erased;
  }
}

/** Deletes corrections made before a time, oldest first, and returns their ids. */
export async function deleteCorrections(
  transaction: Transaction<Tables>,
  before: string,
  most: number,
): Promise<readonly string[]> {
  const rows = await transaction
    .deleteFrom("correction")
    .where("seq", "in", (eb) =>
      eb
        .selectFrom("correction")
        .select("seq")
        .where("time", "<", before)
        .orderBy("time")
        .orderBy("seq")
        .limit(most),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
