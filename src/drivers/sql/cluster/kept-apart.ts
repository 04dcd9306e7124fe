import type { Kysely, Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import type { Membership } from "../../../core/cluster/cluster.ts";
import type { Tables } from "../tables.ts";

const ROWS = 200;

/** For each cluster, the ids it is kept apart from. */
export async function readApart(
  db: Kysely<Tables>,
  clusterIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const others = new Map<string, Set<string>>(clusterIds.map((id) => [id, new Set()]));
  for (const ids of chunk(clusterIds, ROWS)) {
    const rows = await db.selectFrom("cluster_apart").selectAll().where("cluster_id", "in", ids).execute();
    for (const row of rows) others.get(row.cluster_id)?.add(row.other_id);
  }
  return others;
}

/** All pairs of feedback whose clusters are kept apart, each once and in the given order. */
export function findApartPairs(
  memberships: ReadonlyMap<string, Membership>,
  apart: ReadonlyMap<string, ReadonlySet<string>>,
): readonly (readonly [string, string])[] {
  const placed = [...memberships].filter(([, { cluster_id }]) => (apart.get(cluster_id)?.size ?? 0) > 0);
  return placed.flatMap(([id, { cluster_id }], at) =>
    placed
      .slice(at + 1)
      .filter(([, other]) => apart.get(cluster_id)?.has(other.cluster_id))
      .map(([other]) => [id, other] as const),
  );
}

/** Marks a cluster as kept apart from others, in both directions. */
export async function keepApart(
  transaction: Transaction<Tables>,
  clusterId: string,
  others: Iterable<string>,
): Promise<void> {
  const rows = [...others].flatMap((other) => [
    { cluster_id: clusterId, other_id: other },
    { cluster_id: other, other_id: clusterId },
  ]);
  for (const some of chunk(rows, ROWS)) {
    await transaction
      .insertInto("cluster_apart")
      .values(some)
      .onConflict((conflict) => conflict.columns(["cluster_id", "other_id"]).doNothing())
      .execute();
  }
}

/** Removes a cluster's kept-apart marks, in both directions. */
export async function forgetApart(
  transaction: Transaction<Tables>,
  clusterId: string,
  others: Iterable<string>,
): Promise<void> {
  await transaction.deleteFrom("cluster_apart").where("cluster_id", "=", clusterId).execute();
  for (const ids of chunk([...others], ROWS)) {
    await transaction
      .deleteFrom("cluster_apart")
      .where("cluster_id", "in", ids)
      .where("other_id", "=", clusterId)
      .execute();
  }
}
