import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";
import { holdCluster } from "./add-members.ts";
import { CLUSTER_COLUMNS, type ClusterRow } from "./cluster-row.ts";
import type { ClusterShapes } from "./cluster-shapes.ts";

/**
 * The clusters of these ids where they are now, each once and in the order given, held until the transaction ends;
 * nothing where one of them does not exist. They are held by the order of their ids, as everybody does.
 */
export async function holdClusters(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  clusterIds: readonly string[],
): Promise<readonly ClusterRow[] | undefined> {
  const now = new Map<string, string>();
  for (const id of clusterIds.toSorted()) {
    const held = now.get(id) ?? (await holdCluster(transaction, shapes, id));
    if (held === undefined) return undefined;
    now.set(id, held);
  }
  const rows: ClusterRow[] = [];
  for (const id of new Set(clusterIds.map((given) => now.get(given)!))) {
    rows.push(
      await transaction
        .selectFrom("cluster")
        .select(CLUSTER_COLUMNS)
        .where("id", "=", id)
        .executeTakeFirstOrThrow(),
    );
  }
  return rows;
}
