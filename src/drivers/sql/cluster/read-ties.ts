import type { Kysely } from "kysely";
import { byCodeUnits } from "../../../core/text/by-code-units.ts";
import type { ClusterTies } from "../../../ports/cluster-store.ts";
import type { Tables } from "../tables.ts";
import { readApart } from "./kept-apart.ts";

/** In the order of the ids. */
export async function readTies(db: Kysely<Tables>, clusterId: string): Promise<ClusterTies> {
  const rows = await db.selectFrom("cluster").select("id").where("merged_into", "=", clusterId).execute();
  const apart = (await readApart(db, [clusterId])).get(clusterId) ?? [];
  return {
    merged: rows.map(({ id }) => id).toSorted(byCodeUnits),
    apart: [...apart].toSorted(byCodeUnits),
  };
}
