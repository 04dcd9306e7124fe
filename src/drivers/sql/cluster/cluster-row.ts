import type { Selectable } from "kysely";
import type { Cluster } from "../../../core/cluster/cluster.ts";
import type { ClusterTables } from "./cluster-tables.ts";

export type ClusterRow = Selectable<ClusterTables["cluster"]>;

export const fromClusterRow = (row: ClusterRow): Cluster => {
  const movedTo = row.merged_into ?? (row.size === 0 ? row.moved_to : null);
  return {
    id: row.id,
    size: row.size,
    first_time: row.first_time,
    last_time: row.last_time,
    representative: row.representative,
    ...(row.name === null ? {} : { name: row.name }),
    ...(movedTo === null ? {} : { merged_into: movedTo }),
  };
};
