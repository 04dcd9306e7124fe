import type { Transaction } from "kysely";
import type { Cluster } from "../../../core/cluster/cluster.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import type { Surroundings } from "../sql-database.ts";
import { affectedRows } from "../query.ts";
import { storedKey, storedText } from "../row-shapes.ts";
import type { Tables } from "../tables.ts";
import { moveCounts } from "./cluster-counts.ts";
import { holdClusters } from "./hold-clusters.ts";
import { toCluster } from "./cluster-row.ts";
import type { ClusterShapes } from "./cluster-shapes.ts";
import { forgetApart, keepApart, readApart } from "./kept-apart.ts";
import { PLACED } from "./member-row.ts";

/** How many ids the audit entry lists. Its count covers all of them. */
const NAMED = 100;

/**
 * Moves all members of the other clusters into the first. A merged cluster keeps its row, which points to the first.
 * Kept-apart marks of the others move to the first, except those between the merged clusters.
 */
export async function mergeClusters(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  { clusterIds, by }: { readonly clusterIds: readonly string[]; readonly by: string },
  surroundings: Surroundings,
): Promise<Cluster | undefined> {
  await surroundings.dialect.lock(transaction, "clusters");
  const held = await holdClusters(transaction, shapes, clusterIds.map(storedKey));
  const [into, ...others] = held ?? [];
  if (into === undefined) return undefined;
  let moved = 0;
  for (const from of others) {
    moved += await mergeInto(transaction, into.id, from.id, by);
    await addEvent(
      transaction,
      "cluster.changed",
      { id: from.id, revision: from.revision + 1 },
      surroundings.now,
    );
  }
  if (others.length === 0) return toCluster(into);
  const merged = others.map(({ id }) => id);
  await moveApart(transaction, into.id, merged);
  const times = [into, ...others].flatMap(({ first_time, last_time }) => [first_time, last_time]).toSorted();
  const after = await transaction
    .updateTable("cluster")
    .set((eb) => ({
      revision: eb("revision", "+", 1),
      size: eb("size", "+", moved),
      first_time: times[0]!,
      last_time: times.at(-1),
    }))
    .where("id", "=", into.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addEvent(transaction, "cluster.changed", { id: into.id, revision: after.revision }, surroundings.now);
  await appendAudit(
    transaction,
    {
      actor: by,
      action: "cluster.merged",
      subject: into.id,
      detail: { merged: merged.slice(0, NAMED), clusters: merged.length, members: moved },
    },
    surroundings,
  );
  return toCluster(after);
}

/** Moves everything of one cluster into another, and returns how many members that were. */
async function mergeInto(
  transaction: Transaction<Tables>,
  into: string,
  from: string,
  by: string,
): Promise<number> {
  const moved = await affectedRows(
    transaction
      .updateTable("cluster_member")
      .set({ cluster_id: into, placed_by: storedText(by), judged: PLACED })
      .where("cluster_id", "=", from),
  );
  await moveCounts(transaction, from, into);
  // Keeps chains one step long: what was merged into `from` now points to `into`.
  await transaction
    .updateTable("cluster")
    .set({ merged_into: into })
    .where("merged_into", "=", from)
    .execute();
  await transaction
    .updateTable("cluster")
    .set((eb) => ({ revision: eb("revision", "+", 1), size: 0, merged_into: into }))
    .where("id", "=", from)
    .execute();
  return moved;
}

/** Keeps the result apart from everything that one of the merged clusters was kept apart from. */
async function moveApart(
  transaction: Transaction<Tables>,
  into: string,
  others: readonly string[],
): Promise<void> {
  const apart = await readApart(transaction, [into, ...others]);
  const together = new Set([into, ...others]);
  for (const [id, sides] of apart) await forgetApart(transaction, id, sides);
  const sides = new Set([...apart.values()].flatMap((each) => [...each]));
  await keepApart(
    transaction,
    into,
    [...sides].filter((id) => !together.has(id)),
  );
}
