import type { Transaction } from "kysely";
import { storedText } from "../row-shapes.ts";
import type { Tables } from "../tables.ts";

/** Creates a cluster without members. Returns false if the id is taken. */
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
      // Sentinels: every time sorts before the first and after the second.
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
