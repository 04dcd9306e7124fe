import type { Generated } from "kysely";

/** A cluster with aggregates of its members, maintained on every change so that reading it costs one row. */
interface ClusterTable {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly revision: number;
  /** 0 if it was merged into another cluster. */
  readonly size: number;
  readonly first_time: string;
  readonly last_time: string;
  readonly representative: string;
  readonly name: string | null;
  /** Never the id of a cluster that was itself merged away. */
  readonly merged_into: string | null;
  /** The cluster that Emend last moved members to. Only used once no member is left. */
  readonly moved_to: string | null;
}

interface ClusterMemberTable {
  readonly seq: Generated<number>;
  readonly feedback_id: string;
  readonly cluster_id: string;
  readonly time: string;
  readonly author: string;
  readonly trust: string;
  readonly agent: string;
  /** JSON: score and reasons. */
  readonly judged: string;
  readonly placed_by: string | null;
}

interface ClusterAuthorTable {
  readonly cluster_id: string;
  readonly author: string;
  readonly trust: string;
  readonly count: number;
}

interface ClusterDayTable {
  readonly cluster_id: string;
  readonly day: string;
  readonly agent: string;
  readonly count: number;
}

/** Clusters whose members people keep apart. Each pair is stored in both directions. */
interface ClusterApartTable {
  readonly cluster_id: string;
  readonly other_id: string;
}

/**
 * Clusters that people do not want merged or, if both ids are the same, split. Each pair is stored in both
 * directions.
 */
interface ClusterKeptTable {
  readonly cluster_id: string;
  readonly other_id: string;
}

export interface ClusterTables {
  readonly cluster: ClusterTable;
  readonly cluster_member: ClusterMemberTable;
  readonly cluster_author: ClusterAuthorTable;
  readonly cluster_day: ClusterDayTable;
  readonly cluster_apart: ClusterApartTable;
  readonly cluster_kept: ClusterKeptTable;
}
