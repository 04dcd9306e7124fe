import type { Transaction } from "kysely";
import type { Membership } from "../../../core/cluster/cluster.ts";
import type { Tables } from "../tables.ts";
import { addMembers, holdCluster, readMemberships } from "./add-members.ts";
import type { ClusterShapes } from "./cluster-shapes.ts";
import type { MemberRow } from "./member-row.ts";

/**
 * Puts each member into the cluster its row names, and answers where it is now. Clusters are held by the order of
 * their ids, so that writers never wait for each other in a circle.
 */
export async function joinMembers(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  rows: readonly MemberRow[],
  now: () => Date,
): Promise<readonly (Membership | undefined)[]> {
  const held = new Map<string, string>();
  for (const id of new Set(rows.map(({ cluster_id }) => cluster_id).toSorted())) {
    const found = await holdCluster(transaction, shapes, id);
    if (found !== undefined) held.set(id, found);
  }
  const placed = rows.flatMap((row) => {
    const clusterId = held.get(row.cluster_id);
    return clusterId === undefined ? [] : [{ ...row, cluster_id: clusterId }];
  });
  await addMembers(transaction, shapes, placed, now);
  const ids = new Set(rows.map(({ feedback_id }) => feedback_id));
  const after = await readMemberships(transaction, shapes, [...ids]);
  return rows.map(({ feedback_id }) => after.get(feedback_id));
}
