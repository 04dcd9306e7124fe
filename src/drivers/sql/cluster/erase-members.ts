import type { Insertable, Transaction } from "kysely";
import { ERASED_PERSON } from "../../../core/feedback/feedback.ts";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import { inKeyOrder } from "../batch-statement.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { affectedRows } from "../query.ts";
import { addAuthors, subtractCounts } from "./cluster-counts.ts";

const BATCH = 500;

/**
 * Removes a person's name as author and as placer of members, and keeps the counts right. Changes members first and
 * adjusts counts by what was changed, so that both agree if someone joins concurrently.
 */
export async function eraseMembers(
  transaction: Transaction<Tables>,
  personId: string,
  { dialect }: Pick<SqlDatabaseOptions, "dialect">,
): Promise<number> {
  const name = storedText(personId);
  if (name === ERASED_PERSON) return 0;
  await dialect.lock(transaction, "clusters");
  let erased = 0;
  for (;;) {
    const rows = await transaction
      .selectFrom("cluster_member")
      .select(["seq", "cluster_id", "trust"])
      .where("author", "=", name)
      .orderBy("seq")
      .limit(BATCH)
      .execute();
    if (rows.length === 0) break;
    const seqs = rows.map(({ seq }) => seq);
    await transaction
      .updateTable("cluster_member")
      .set({ author: ERASED_PERSON })
      .where("seq", "in", seqs)
      .execute();
    await moveCounts(transaction, name, rows);
    erased += rows.length;
  }
  const placed = transaction
    .updateTable("cluster_member")
    .set({ placed_by: ERASED_PERSON })
    .where("placed_by", "=", name);
  return erased + (await affectedRows(placed));
}

/** In key order, like every writer of author counts. */
async function moveCounts(
  transaction: Transaction<Tables>,
  name: string,
  rows: readonly { readonly cluster_id: string; readonly trust: string }[],
): Promise<void> {
  const counts = new Map<string, Insertable<Tables["cluster_author"]>>();
  for (const { cluster_id, trust } of rows) {
    for (const author of [name, ERASED_PERSON]) {
      const key = [cluster_id, author, trust].join("\0");
      counts.set(key, { cluster_id, author, trust, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  for (const row of inKeyOrder(counts)) {
    if (row.author === name) {
      const authors = [[name, row.trust, row.count]] as const;
      await subtractCounts(transaction, row.cluster_id, { authors, days: [] });
    } else await transaction.insertInto("cluster_author").values(row).onConflict(addAuthors).execute();
  }
}
