import type { Transaction } from "kysely";
import { addEvent } from "../event/add-event.ts";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/** Names a cluster that stands and has no name; of two at once, or beside a person, the first name stays. */
export async function nameCluster(
  transaction: Transaction<Tables>,
  { clusterId, name }: { readonly clusterId: string; readonly name: string },
  { now }: Pick<SqlDatabaseOptions, "now">,
): Promise<boolean> {
  const called = storedText(name).trim();
  if (called === "") return false;
  const named = await transaction
    .updateTable("cluster")
    .set((eb) => ({ revision: eb("revision", "+", 1), name: called }))
    .where("id", "=", storedKey(clusterId))
    .where("name", "is", null)
    .where("merged_into", "is", null)
    .returning(["id", "revision"])
    .executeTakeFirst();
  if (named === undefined) return false;
  await addEvent(transaction, "cluster.changed", { id: named.id, revision: named.revision }, now);
  return true;
}
