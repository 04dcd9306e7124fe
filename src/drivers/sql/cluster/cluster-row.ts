import type { Cluster } from "../../../core/cluster/cluster.ts";

export const CLUSTER_COLUMNS = [
  "seq",
  "id",
  "revision",
  "size",
  "first_time",
  "last_time",
  "representative",
  "name",
  "merged_into",
] as const;

export interface ClusterRow {
  readonly id: string;
  readonly revision: number;
  readonly size: number;
  readonly first_time: string;
  readonly last_time: string;
  readonly representative: string;
  readonly name: string | null;
  readonly merged_into: string | null;
}

export const toCluster = (row: ClusterRow): Cluster => ({
  id: row.id,
  size: row.size,
  first_time: row.first_time,
  last_time: row.last_time,
  representative: row.representative,
  ...(row.name === null ? {} : { name: row.name }),
  ...(row.merged_into === null ? {} : { merged_into: row.merged_into }),
});
