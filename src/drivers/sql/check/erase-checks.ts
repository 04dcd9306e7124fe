import type { Transaction } from "kysely";
import { eraseFromCheck, eraseFromHit } from "../../../core/check/erase-from-check.ts";
import { ERASED_PERSON } from "../../../core/feedback/feedback.ts";
import { eraseDocuments } from "../erase-documents.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { fromCheckRow, fromHitRow, toHitRow } from "./check-row.ts";
import { writeCheck } from "./save-check.ts";

const BATCH = 200;

/**
 * Removes a person from checks: their names, their reasons, and the lines of the corrections that were erased. Reads all
 * checks: there are few, and they name people in many fields.
 */
export const eraseChecks = (
  transaction: Transaction<Tables>,
  names: readonly string[],
  { now, corrections }: { readonly now: () => Date; readonly corrections: ReadonlySet<string> },
): Promise<number> =>
  eraseDocuments({
    table: "rule_check",
    parse: fromCheckRow,
    erase: (check, people) => eraseFromCheck(check, people, corrections),
    write: writeCheck,
  })(transaction, names, now);

/** Removes a person's name and reason from hits that they judged, and returns how many there were. */
export async function eraseHits(transaction: Transaction<Tables>, names: readonly string[]): Promise<number> {
  const others = names.filter((name) => name !== ERASED_PERSON).map(storedText);
  if (others.length === 0) return 0;
  for (let erased = 0; ;) {
    const rows = await transaction
      .selectFrom("check_hit")
      .select(["seq", "document"])
      .where("judged_by", "in", others)
      .limit(BATCH)
      .execute();
    for (const { seq, document } of rows) {
      const { judged_by, document: after } = toHitRow(eraseFromHit(fromHitRow({ document })));
      await transaction
        .updateTable("check_hit")
        .set({ judged_by, document: after })
        .where("seq", "=", seq)
        .execute();
    }
    erased += rows.length;
    if (rows.length < BATCH) return erased;
  }
}

/** Deletes hits found before a time, oldest first, and returns their ids. The figures of their checks stay. */
export async function deleteHits(
  transaction: Transaction<Tables>,
  before: string,
  most: number,
): Promise<readonly string[]> {
  const rows = await transaction
    .deleteFrom("check_hit")
    .where("seq", "in", (eb) =>
      eb
        .selectFrom("check_hit")
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
