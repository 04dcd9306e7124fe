import type { Transaction } from "kysely";
import { eraseFromRule } from "../../../core/rule/erase-from-rule.ts";
import type { Tables } from "../tables.ts";
import { fromDocument } from "./rule-row.ts";
import { writeRule } from "./save-rule.ts";

const BATCH = 100;

/**
 * Erases a person from every rule that names them, each as a change of its own, so that whoever decided on what it
 * said before decides again. All rules are read: they are few, and name people in many places.
 */
export async function eraseRules(
  transaction: Transaction<Tables>,
  personId: string,
  now: () => Date,
): Promise<number> {
  let erased = 0;
  let last = 0;
  for (;;) {
    const rows = await transaction
      .selectFrom("rule")
      .select(["seq", "document"])
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
    const rule = fromDocument(document);
    const after = eraseFromRule(rule, personId);
    if (after === rule) return false;
    if (await writeRule(transaction, after, now)) return true;
    // Somebody else changed it in between, and that is done by now.
    ({ document } = await transaction
      .selectFrom("rule")
      .select("document")
      .where("seq", "=", row.seq)
      .executeTakeFirstOrThrow());
  }
}
