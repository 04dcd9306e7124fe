import type { Generated } from "kysely";

/** A cluster with what follows from its members, kept with each of them so that reading it costs one row. */
interface ClusterTable {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly revision: number;
  /** 0 for one that was merged away. */
  readonly size: number;
  readonly first_time: string;
  readonly last_time: string;
  readonly representative: string;
  readonly name: string | null;
  /** Never the id of one that is merged away itself. */
  readonly merged_into: string | null;
  /** Where Emend last moved members of this one; it counts once no member is left. */
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
  /** JSON: the score, and the reasons. */
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

/** Clusters whose members people keep apart, once from each side. */
interface ClusterApartTable {
  readonly cluster_id: string;
  readonly other_id: string;
}

/** Clusters that people want neither merged with each other nor, where both ids are the same, split; once from each side. */
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
