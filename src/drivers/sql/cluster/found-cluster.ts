import type { Transaction } from "kysely";
import type { NewMember } from "../../../ports/cluster-store.ts";
import type { Tables } from "../tables.ts";
import { addEmptyCluster } from "./add-empty-cluster.ts";
import { addMembers, holdCluster } from "./add-members.ts";
import type { ClusterShapes } from "./cluster-shapes.ts";
import { toMemberRow } from "./member-row.ts";

/** Founds a cluster of those that have none, or adds them to the one of that id; an empty one is not left behind. */
export async function foundCluster(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  { id, members }: { readonly id: string; readonly members: readonly NewMember[] },
  now: () => Date,
): Promise<void> {
  if (members.length === 0) return;
  const made = await addEmptyCluster(transaction, id);
  const held = await holdCluster(transaction, shapes, id);
  if (held === undefined) return;
  const rows = members.map((member) => toMemberRow(member, held));
  const added = await addMembers(transaction, shapes, rows, now);
  if (added === 0 && made) {
    await transaction.deleteFrom("cluster").where("id", "=", id).execute();
  }
}
