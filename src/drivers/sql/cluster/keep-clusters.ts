import type { Kysely, Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import type { WriteContext } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import type { ClusterStatements } from "./cluster-statements.ts";
import { lockClusters } from "./lock-clusters.ts";

const ROWS = 200;

/** Records that a person wants a cluster not to be split, or two clusters not to be merged. */
export async function markKept(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  { clusterIds, by }: { readonly clusterIds: readonly string[]; readonly by: string },
  context: WriteContext,
): Promise<boolean> {
  const locked = await lockClusters(transaction, statements, clusterIds.map(storedKey));
  const [one, other = one] = locked ?? [];
  // The two may have been merged meanwhile, and are no longer a pair.
  if (one === undefined || other === undefined || locked?.length !== clusterIds.length) return false;
  const added = await transaction
    .insertInto("cluster_kept")
    .values(
      one.id === other.id
        ? [{ cluster_id: one.id, other_id: one.id }]
        : [
            { cluster_id: one.id, other_id: other.id },
            { cluster_id: other.id, other_id: one.id },
          ],
    )
    .onConflict((conflict) => conflict.columns(["cluster_id", "other_id"]).doNothing())
    .returning("cluster_id")
    .execute();
  if (added.length === 0) return false;
  for (const { id } of locked) {
    const { revision } = await transaction
      .updateTable("cluster")
      .set((eb) => ({ revision: eb("revision", "+", 1) }))
      .where("id", "=", id)
      .returning("revision")
      .executeTakeFirstOrThrow();
    await addEvent(transaction, "cluster.changed", { id, revision }, context.now);
  }
  await appendAudit(
    transaction,
    {
      actor: by,
      action: "cluster.kept",
      subject: one.id,
      detail: one.id === other.id ? {} : { apart_from: other.id },
    },
    context,
  );
  return true;
}

/** Kept pairs among these clusters, each once and sorted. */
export async function readKeptPairs(
  db: Kysely<Tables>,
  clusterIds: readonly string[],
): Promise<readonly (readonly [string, string])[]> {
  const ids = [...new Set(clusterIds)];
  const asked = new Set(ids);
  const pairs: (readonly [string, string])[] = [];
  for (const part of chunk(ids, ROWS)) {
    const rows = await db
      .selectFrom("cluster_kept")
      .select(["cluster_id", "other_id"])
      .where("cluster_id", "in", part)
      .execute();
    for (const { cluster_id, other_id } of rows) {
      if (asked.has(other_id) && cluster_id <= other_id) pairs.push([cluster_id, other_id]);
    }
  }
  return pairs.toSorted(([a, b], [c, d]) => (a === c ? (b < d ? -1 : 1) : a < c ? -1 : 1));
}
