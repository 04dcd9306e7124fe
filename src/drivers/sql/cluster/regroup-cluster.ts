import type { Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import type { Regroup } from "../../../ports/cluster-store.ts";
import { addEvent } from "../event/add-event.ts";
import type { WriteContext } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { addMembers, lockCluster } from "./add-members.ts";
import type { ClusterStatements } from "./cluster-statements.ts";
import { toMemberRow } from "./member-row.ts";
import { findShownClusters } from "./shown-clusters.ts";
import { addEmptyCluster, membersOf, refreshCluster, removeMembers } from "./remove-members.ts";

const ROWS = 500;

/**
 * Moves members from their current clusters into one. Locks every affected cluster before reading its members, so
 * that nobody joins or leaves in between.
 */
export async function regroupCluster(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  { clusterId, members, leave }: Regroup,
  { dialect, now }: WriteContext,
): Promise<boolean> {
  await dialect.lock(transaction, "clusters");
  const id = storedKey(clusterId);
  const ids = [...new Set([...members.map(({ feedback_id }) => feedback_id), ...leave].map(storedKey))];
  const before = await membersOf(transaction, ids);
  const clusters = new Set([id, ...before.map(({ cluster_id }) => cluster_id)]);
  const made = await addEmptyCluster(transaction, id);
  const isUnseen = await lockUnseen(transaction, statements, clusters);
  const taken = isUnseen ? await membersOf(transaction, ids) : [];
  const isFree = isUnseen && taken.every(({ cluster_id }) => clusters.has(cluster_id));
  if (!isFree || taken.length + members.length === 0) {
    if (made) await transaction.deleteFrom("cluster").where("id", "=", id).execute();
    return false;
  }
  const wanted = new Set(members.map(({ feedback_id }) => storedKey(feedback_id)));
  const sources = Map.groupBy(
    // A member that should leave this cluster but has moved elsewhere stays where it is.
    taken.filter(({ feedback_id, cluster_id }) => cluster_id === id || wanted.has(feedback_id)),
    ({ cluster_id }) => cluster_id,
  );
  for (const [source, moved] of [...sources].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await removeMembers(transaction, source, moved);
    if (source === id && members.length > 0) continue;
    const revision = await refreshCluster(transaction, source, members.length === 0 ? null : id);
    await addEvent(transaction, "cluster.changed", { id: source, revision }, now);
  }
  if (members.length === 0) return true;
  if (!made) await refreshCluster(transaction, id, null);
  for (const part of chunk(
    members.map((member) => toMemberRow(member, id)),
    ROWS,
  )) {
    await addMembers(transaction, statements, part, now);
  }
  await transaction
    .updateTable("cluster")
    .set({ representative: storedKey(members[0]!.feedback_id), moved_to: null })
    .where("id", "=", id)
    .execute();
  return true;
}

/**
 * Locks these clusters until the transaction ends. Returns whether all of them exist unmerged and none has been seen
 * by people.
 */
async function lockUnseen(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  clusters: ReadonlySet<string>,
): Promise<boolean> {
  for (const id of [...clusters].toSorted()) {
    if ((await lockCluster(transaction, statements, id)) !== id) return false;
  }
  return (await findShownClusters(transaction, [...clusters])).size === 0;
}
