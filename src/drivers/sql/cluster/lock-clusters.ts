import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";
import { lockCluster } from "./add-members.ts";
import type { ClusterRow } from "./cluster-row.ts";
import type { ClusterStatements } from "./cluster-statements.ts";

/**
 * Locks the current clusters for these ids until the transaction ends, each once and in the given order. Returns
 * undefined if one does not exist. Locks are taken in id order, like everywhere, to avoid deadlocks.
 */
export async function lockClusters(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  clusterIds: readonly string[],
): Promise<readonly ClusterRow[] | undefined> {
  const now = new Map<string, string>();
  for (const id of clusterIds.toSorted()) {
    const locked = now.get(id) ?? (await lockCluster(transaction, statements, id));
    if (locked === undefined) return undefined;
    now.set(id, locked);
  }
  const rows = new Map<string, ClusterRow>();
  for (const id of new Set(clusterIds.map((given) => now.get(given)!))) {
    const row = await lockNonEmpty(transaction, statements, id);
    if (row === undefined) return undefined;
    rows.set(row.id, row);
  }
  return [...rows.values()];
}

const MOST_STEPS = 100;

/** If Emend moved all members away, continues with the cluster that received them. */
async function lockNonEmpty(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  clusterId: string,
): Promise<ClusterRow | undefined> {
  let id: string | undefined = clusterId;
  for (let step = 0; id !== undefined && step < MOST_STEPS; step += 1) {
    const row: ClusterRow = await transaction
      .selectFrom("cluster")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (row.size > 0) return row;
    id = row.moved_to === null ? undefined : await lockCluster(transaction, statements, row.moved_to);
  }
  return undefined;
}
