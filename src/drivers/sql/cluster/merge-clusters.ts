import type { Transaction } from "kysely";
import type { Cluster } from "../../../core/cluster/cluster.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import type { WriteContext } from "../sql-database.ts";
import { affectedRows } from "../query.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { moveCounts } from "./cluster-counts.ts";
import { lockClusters } from "./lock-clusters.ts";
import { fromClusterRow } from "./cluster-row.ts";
import type { ClusterStatements } from "./cluster-statements.ts";
import { forgetApart, keepApart, readApart } from "./kept-apart.ts";
import { PLACED_BY_PERSON } from "./member-row.ts";

/** How many ids the audit entry lists. Its count covers all of them. */
const NAMED = 100;

/**
 * Moves all members of the other clusters into the first. A merged cluster keeps its row, which points to the first.
 * Kept-apart marks of the others move to the first, except those between the merged clusters.
 */
export async function mergeClusterRows(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  { clusterIds, by }: { readonly clusterIds: readonly string[]; readonly by: string },
  context: WriteContext,
): Promise<Cluster | undefined> {
  await context.dialect.lock(transaction, "clusters");
  const locked = await lockClusters(transaction, statements, clusterIds.map(storedKey));
  const [into, ...others] = locked ?? [];
  if (into === undefined) return undefined;
  let moved = 0;
  for (const from of others) {
    moved += await mergeInto(transaction, into.id, from.id, by);
    await addEvent(transaction, "cluster.changed", { id: from.id, revision: from.revision + 1 }, context.now);
  }
  if (others.length === 0) return fromClusterRow(into);
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
  await addEvent(transaction, "cluster.changed", { id: into.id, revision: after.revision }, context.now);
  await appendAudit(
    transaction,
    {
      actor: by,
      action: "cluster.merged",
      subject: into.id,
      detail: { merged: merged.slice(0, NAMED), clusters: merged.length, members: moved },
    },
    context,
  );
  return fromClusterRow(after);
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
      .set({ cluster_id: into, placed_by: storedText(by), judged: PLACED_BY_PERSON })
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
