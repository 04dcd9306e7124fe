import type { Kysely } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import type { Tables } from "../tables.ts";

const ROWS = 200;

/** Which of these clusters people have seen or changed, by stored id. */
export async function findShownClusters(
  db: Kysely<Tables>,
  clusterIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const shown = new Set<string>();
  for (const ids of chunk([...new Set(clusterIds)], ROWS)) {
    const found = [
      db.selectFrom("rule").select("cluster_id as id").where("cluster_id", "in", ids),
      db.selectFrom("cluster").select("merged_into as id").where("merged_into", "in", ids),
      db
        .selectFrom("cluster")
        .select("id")
        .where("id", "in", ids)
        .where((eb) => eb.or([eb("name", "is not", null), eb("merged_into", "is not", null)])),
      db
        .selectFrom("cluster_member")
        .select("cluster_id as id")
        .where("cluster_id", "in", ids)
        .where("placed_by", "is not", null),
      db.selectFrom("cluster_apart").select("cluster_id as id").where("cluster_id", "in", ids),
      db.selectFrom("cluster_kept").select("cluster_id as id").where("cluster_id", "in", ids),
    ];
    for (const query of found) {
      for (const { id } of await query.distinct().execute()) if (id !== null) shown.add(id);
    }
  }
  return shown;
}
