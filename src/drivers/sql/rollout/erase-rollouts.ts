import type { Transaction } from "kysely";
import { eraseFromRollout } from "../../../core/rollout/erase-from-rollout.ts";
import type { Tables } from "../tables.ts";
import { fromDocument } from "./rollout-row.ts";
import { writeRollout } from "./save-rollout.ts";

const BATCH = 100;

/** Erases a person from every rollout that names them. All are read: there are few, and each names people in many places. */
export async function eraseRollouts(
  transaction: Transaction<Tables>,
  personId: string,
  now: () => Date,
): Promise<number> {
  let erased = 0;
  for (let last = 0; ;) {
    const rows = await transaction
      .selectFrom("rollout")
      .select("seq")
      .where("seq", ">", last)
      .orderBy("seq")
      .limit(BATCH)
      .execute();
    for (const { seq } of rows) if (await eraseOne(transaction, seq, personId, now)) erased += 1;
    if (rows.length < BATCH) return erased;
    last = rows.at(-1)?.seq ?? last;
  }
}

async function eraseOne(
  transaction: Transaction<Tables>,
  seq: number,
  personId: string,
  now: () => Date,
): Promise<boolean> {
  for (;;) {
    const { document } = await transaction
      .selectFrom("rollout")
      .select("document")
      .where("seq", "=", seq)
      .executeTakeFirstOrThrow();
    const rollout = fromDocument(document);
    const after = eraseFromRollout(rollout, personId);
    if (after === rollout) return false;
    // Where somebody else changed it in between, that is done by now, and it is read again.
    if (await writeRollout(transaction, after, now)) return true;
  }
}
