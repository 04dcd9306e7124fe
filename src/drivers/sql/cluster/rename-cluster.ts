import type { Transaction } from "kysely";
import type { Cluster } from "../../../core/cluster/cluster.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import type { Surroundings } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { CLUSTER_COLUMNS, toCluster } from "./cluster-row.ts";
import type { ClusterShapes } from "./cluster-shapes.ts";
import { holdClusters } from "./hold-clusters.ts";

/** Gives a cluster a name; an empty one takes the name away. */
export async function renameCluster(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  { clusterId, name, by }: { readonly clusterId: string; readonly name: string; readonly by: string },
  surroundings: Surroundings,
): Promise<Cluster | undefined> {
  const [held] = (await holdClusters(transaction, shapes, [storedKey(clusterId)])) ?? [];
  if (held === undefined) return undefined;
  const called = storedText(name).trim() || null;
  if (called === held.name) return toCluster(held);
  const after = await transaction
    .updateTable("cluster")
    .set((eb) => ({ revision: eb("revision", "+", 1), name: called }))
    .where("id", "=", held.id)
    .returning(CLUSTER_COLUMNS)
    .executeTakeFirstOrThrow();
  await addEvent(transaction, "cluster.changed", { id: held.id, revision: after.revision }, surroundings.now);
  await appendAudit(
    transaction,
    {
      actor: by,
      action: "cluster.renamed",
      subject: held.id,
      detail: { name: called ?? "", before: held.name ?? "" },
    },
    surroundings,
  );
  return toCluster(after);
}
