import type { Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import type { RestoredCluster, RestoredMember } from "../../../ports/cluster-store.ts";
import type { WriteContext } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { addEmptyCluster } from "./remove-members.ts";
import { addMembers } from "./add-members.ts";
import type { ClusterStatements } from "./cluster-statements.ts";
import { keepApart } from "./kept-apart.ts";
import { toMemberRow } from "./member-row.ts";

const ROWS = 200;

/**
 * Restores a cluster with its members, kept-apart marks and merged ids. The other side of a mark may be restored
 * later, so it need not exist yet.
 */
export async function restoreCluster(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  cluster: RestoredCluster,
  { dialect, now }: WriteContext,
): Promise<boolean> {
  await dialect.lock(transaction, "clusters");
  const id = storedKey(cluster.id);
  if (!(await addEmptyCluster(transaction, id, cluster.name))) return false;
  const rows = cluster.members.map((member) => toMemberRow({ ...member, cluster_id: id, reasons: [] }, id));
  let added = 0;
  for (const part of chunk(rows, ROWS)) added += await addMembers(transaction, statements, part, now);
  if (added === 0) {
    await transaction.deleteFrom("cluster").where("id", "=", id).execute();
    return false;
  }
  await namePlacers(transaction, id, cluster.members);
  await nameRepresentative(transaction, id, storedKey(cluster.representative));
  await addMerged(transaction, id, cluster.merged.map(storedKey));
  await keepApart(transaction, id, cluster.apart.map(storedKey));
  return true;
}

/** The merged clusters' own times are unknown, so they get those of the target. */
async function addMerged(
  transaction: Transaction<Tables>,
  into: string,
  merged: readonly string[],
): Promise<void> {
  const { first_time, last_time, representative } = await transaction
    .selectFrom("cluster")
    .select(["first_time", "last_time", "representative"])
    .where("id", "=", into)
    .executeTakeFirstOrThrow();
  for (const part of chunk(merged, ROWS)) {
    await transaction
      .insertInto("cluster")
      .values(
        part.map((id) => ({
          id,
          revision: 1,
          size: 0,
          first_time,
          last_time,
          representative,
          merged_into: into,
        })),
      )
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
}

/** Only for members of this cluster: others were already in another one. */
async function namePlacers(
  transaction: Transaction<Tables>,
  id: string,
  members: readonly RestoredMember[],
): Promise<void> {
  for (const [by, placed] of Map.groupBy(members, (member) => member.by)) {
    if (by === undefined) continue;
    for (const part of chunk(placed, ROWS)) {
      const ids = part.map(({ feedback_id }) => storedKey(feedback_id));
      await transaction
        .updateTable("cluster_member")
        .set({ placed_by: storedText(by) })
        .where("feedback_id", "in", ids)
        .where("cluster_id", "=", id)
        .execute();
    }
  }
}

/** Skipped if that feedback is no longer a member. */
async function nameRepresentative(
  transaction: Transaction<Tables>,
  id: string,
  representative: string,
): Promise<void> {
  const member = await transaction
    .selectFrom("cluster_member")
    .select("feedback_id")
    .where("feedback_id", "=", representative)
    .where("cluster_id", "=", id)
    .executeTakeFirst();
  if (member === undefined) return;
  await transaction.updateTable("cluster").set({ representative }).where("id", "=", id).execute();
}
