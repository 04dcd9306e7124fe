import type { Transaction } from "kysely";
import type { RestoredCluster, RestoredMember } from "../../../ports/cluster-store.ts";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { addMembers } from "./add-members.ts";
import type { ClusterShapes } from "./cluster-shapes.ts";
import { keepApart } from "./kept-apart.ts";
import { toMemberRow } from "./member-row.ts";

const ROWS = 200;

/**
 * Puts back a cluster with its members, whom it was kept from, and the ids that were merged into it. The other side
 * of what is kept apart may come later, so it need not be there.
 */
export async function restoreCluster(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  cluster: RestoredCluster,
  { dialect, now }: Pick<SqlDatabaseOptions, "dialect" | "now">,
): Promise<boolean> {
  await dialect.lock(transaction, "clusters");
  const id = storedKey(cluster.id);
  if (!(await addEmpty(transaction, id, cluster.name))) return false;
  const rows = cluster.members.map((member) => toMemberRow({ ...member, cluster_id: id, reasons: [] }, id));
  let added = 0;
  for (let at = 0; at < rows.length; at += ROWS) {
    added += await addMembers(transaction, shapes, rows.slice(at, at + ROWS), now);
  }
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

async function addEmpty(transaction: Transaction<Tables>, id: string, name: string | null): Promise<boolean> {
  const made = await transaction
    .insertInto("cluster")
    .values({
      id,
      revision: 0,
      size: 0,
      // Every time is earlier than the one and later than the other.
      first_time: "~",
      last_time: "",
      representative: "",
      name: name === null ? null : storedText(name),
      merged_into: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("seq")
    .executeTakeFirst();
  return made !== undefined;
}

/** Their own times are no longer known, and those of where they went stand for them. */
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
  for (let at = 0; at < merged.length; at += ROWS) {
    await transaction
      .insertInto("cluster")
      .values(
        merged.slice(at, at + ROWS).map((id) => ({
          id,
          revision: 1,
          size: 0,
          first_time,
          last_time,
          representative,
          name: null,
          merged_into: into,
        })),
      )
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
}

/** Only of those that are in this cluster now; others were in one before. */
async function namePlacers(
  transaction: Transaction<Tables>,
  id: string,
  members: readonly RestoredMember[],
): Promise<void> {
  for (const [by, placed] of Map.groupBy(members, (member) => member.by)) {
    if (by === undefined) continue;
    for (let at = 0; at < placed.length; at += ROWS) {
      const ids = placed.slice(at, at + ROWS).map(({ feedback_id }) => storedKey(feedback_id));
      await transaction
        .updateTable("cluster_member")
        .set({ placed_by: storedText(by) })
        .where("feedback_id", "in", ids)
        .where("cluster_id", "=", id)
        .execute();
    }
  }
}

/** One that is no member any more represents nothing. */
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
