import type { Transaction } from "kysely";
import { addEvent } from "../event/add-event.ts";
import type { Surroundings } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { holdCluster } from "./add-members.ts";
import type { ClusterShapes } from "./cluster-shapes.ts";
import { membersOf, settle, takeOut } from "./take-out.ts";

/** Takes members out of their clusters, unless a person placed them; answers those that left. */
export async function leaveClusters(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  feedbackIds: readonly string[],
  { dialect, now }: Surroundings,
): Promise<readonly string[]> {
  const given = new Map(feedbackIds.map((id) => [storedKey(id), id]));
  const before = await membersOf(transaction, [...given.keys()]);
  if (before.length === 0) return [];
  await dialect.lock(transaction, "clusters");
  for (const id of new Set(before.map(({ cluster_id }) => cluster_id).toSorted())) {
    await holdCluster(transaction, shapes, id);
  }
  // Read again now that nobody else moves them.
  const members = (await membersOf(transaction, [...given.keys()])).filter(
    ({ placed_by }) => placed_by === null,
  );
  const clusters = Map.groupBy(members, ({ cluster_id }) => cluster_id);
  for (const [id, leaving] of [...clusters].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await takeOut(transaction, id, leaving);
    const revision = await settle(transaction, id, null);
    await addEvent(transaction, "cluster.changed", { id, revision }, now);
  }
  return members.map(({ feedback_id }) => given.get(feedback_id)!);
}
