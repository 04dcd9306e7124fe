import type { Transaction } from "kysely";
import { storedText } from "../row-shapes.ts";
import type { Tables } from "../tables.ts";

/** A cluster to put members in; false where there is one of that id. */
export async function addEmptyCluster(
  transaction: Transaction<Tables>,
  id: string,
  name: string | null = null,
): Promise<boolean> {
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
      moved_to: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("seq")
    .executeTakeFirst();
  return made !== undefined;
}
