import type { Kysely, Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import type { Surroundings } from "../sql-database.ts";
import { storedKey } from "../row-shapes.ts";
import type { Tables } from "../tables.ts";
import type { ClusterShapes } from "./cluster-shapes.ts";
import { holdClusters } from "./hold-clusters.ts";

const ROWS = 200;

/** Records that a person wants a cluster not to be split, or two clusters not to be merged. */
export async function keepClusters(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  { clusterIds, by }: { readonly clusterIds: readonly string[]; readonly by: string },
  surroundings: Surroundings,
): Promise<boolean> {
  const held = await holdClusters(transaction, shapes, clusterIds.map(storedKey));
  const [one, other = one] = held ?? [];
  // The two may have been merged meanwhile, and are no longer a pair.
  if (one === undefined || other === undefined || held?.length !== clusterIds.length) return false;
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
  for (const { id } of held) {
    const { revision } = await transaction
      .updateTable("cluster")
      .set((eb) => ({ revision: eb("revision", "+", 1) }))
      .where("id", "=", id)
      .returning("revision")
      .executeTakeFirstOrThrow();
    await addEvent(transaction, "cluster.changed", { id, revision }, surroundings.now);
  }
  await appendAudit(
    transaction,
    {
      actor: by,
      action: "cluster.kept",
      subject: one.id,
      detail: one.id === other.id ? {} : { apart_from: other.id },
    },
    surroundings,
  );
  return true;
}

/** Kept pairs among these clusters, each once and sorted. */
export async function keptAmong(
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
