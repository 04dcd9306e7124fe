import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import { fromRecord, toFeedbackRow } from "./feedback-row.ts";
import type { Tables } from "./tables.ts";

const BATCH = 500;

/** Deletes what is older, oldest first, in short transactions that let others write in between. */
export async function deleteRecords(db: Kysely<Tables>, before: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await deleteBatch(db, before);
    deleted += count;
    if (count < BATCH) return deleted;
    await setImmediate();
  }
}

function deleteBatch(db: Kysely<Tables>, before: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom("feedback")
      .select(["seq", "record"])
      .where("time", "<", before)
      .orderBy("time")
      .orderBy("seq")
      .limit(BATCH)
      .execute();
    for (const { seq, record } of rows) {
      // The record tells the whole key of its tag rows, which saves an index that nothing else would read.
      const { tags, time } = toFeedbackRow(fromRecord(record));
      if (tags.length === 0) continue;
      await transaction
        .deleteFrom("feedback_tag")
        .where("tag", "in", tags)
        .where("time", "=", time)
        .where("seq", "=", seq)
        .execute();
    }
    if (rows.length > 0) {
      await transaction
        .deleteFrom("feedback")
        .where(
          "seq",
          "in",
          rows.map(({ seq }) => seq),
        )
        .execute();
    }
    return rows.length;
  });
}
