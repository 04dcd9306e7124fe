import type { Page } from "../core/page.ts";
import type { AgentDay } from "../core/rule/count-around.ts";
import type { Cluster, ClusterMember, Membership } from "../core/cluster/cluster.ts";
import type { Trust } from "../core/feedback/feedback.ts";

/**
 * Groups of feedback that say the same. People's decisions are final: the judge never moves a member that a person
 * placed, nor rejoins what a person split. Every driver passes test/contract/cluster-store.ts.
 */
export interface ClusterStore {
  /** The memberships of those that belong to a cluster. */
  membershipsOf(feedbackIds: readonly string[]): Promise<ReadonlyMap<string, Membership>>;
  find(clusterId: string): Promise<Cluster | undefined>;
  /** Newest first; `after` is the `next` of the previous page. */
  members(clusterId: string, query: MemberQuery): Promise<Page<ClusterMember>>;
  /** How many members each author of a cluster has, by the author's name, at most 1,000 authors. */
  authors(clusterId: string): Promise<readonly ClusterAuthor[]>;
  /**
   * Members per agent and UTC day, to measure a rule's effect: every day that overlaps the time from `from` up to
   * but excluding `to`.
   */
  occurrences(
    clusterId: string,
    span: { readonly from: string; readonly to: string },
  ): Promise<readonly AgentDay[]>;
  /** The same for all clusters together that no rule was made against, unless people rejected it or let it expire. */
  unruledOccurrences(span: { readonly from: string; readonly to: string }): Promise<readonly AgentDay[]>;
  /**
   * Adds a member on the judge's decision. A member that already has a cluster stays there. A merged cluster
   * resolves to the one it was merged into. Returns the member's cluster, or nothing if the cluster does not
   * exist.
   */
  join(member: NewMember): Promise<Membership | undefined>;
  /**
   * Creates a cluster of these members under the given id, on the judge's decision. Members that already have a
   * cluster stay there, and the first remaining one represents the new cluster. Nothing is created if none remain;
   * if the cluster exists, they join it.
   */
  found(clusterId: string, members: readonly NewMember[]): Promise<void>;
  /**
   * Automatic: removes members from their clusters without an audit entry, except those a person placed. Unlike
   * `regroup`, also in clusters that people have seen. Returns the members removed.
   */
  leave(feedbackIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Pairs among these that people declared different. A split applies to whole clusters, so anything that joins
   * one side later is kept out of the other side too.
   */
  keptApart(feedbackIds: readonly string[]): Promise<readonly (readonly [string, string])[]>;
  /**
   * By a person: moves all members of the other clusters into the first, with its audit entry, in one transaction.
   * Whatever was kept apart from one of them is kept apart from all. Returns nothing if one does not exist.
   */
  merge(clusterIds: readonly string[], by: string): Promise<Cluster | undefined>;
  /**
   * By a person: moves these members to a new cluster under the given id and keeps them apart from the rest.
   * Returns nothing if the cluster does not exist, the new id is taken, or either side would be empty.
   */
  split(
    clusterId: string,
    feedbackIds: readonly string[],
    into: string,
    by: string,
  ): Promise<Cluster | undefined>;
  /** By a person; an empty name removes it. */
  rename(clusterId: string, name: string, by: string): Promise<Cluster | undefined>;
  /**
   * Automatic: names a cluster that has no name yet, without an audit entry. Returns whether it has this name now.
   */
  nameFirst(clusterId: string, name: string): Promise<boolean>;
  /**
   * Those of these clusters that people have seen or changed: they have a rule in any state or a name, somebody merged
   * or split them, placed a member, or wants them kept as they are.
   */
  shown(clusterIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Automatic: puts these members into one cluster, whatever cluster they were in, and removes those in `leave`
   * from theirs, in one transaction without an audit entry. A cluster that loses its last member to another
   * resolves to that one. Returns false and changes nothing if people have seen or changed an affected cluster.
   */
  regroup(group: Regroup): Promise<boolean>;
  /**
   * By a person: keeps a cluster from being split, or two from being merged, with its audit entry. Returns false
   * and changes nothing if a cluster does not exist or this is already known.
   */
  keep(clusterIds: readonly [string] | readonly [string, string], by: string): Promise<boolean>;
  /** Pairs recorded by `keep`; a cluster that must not be split is paired with itself. */
  kept(clusterIds: readonly string[]): Promise<readonly (readonly [string, string])[]>;
  /** Largest first, or latest first; without those merged away. */
  list(query: ClusterQuery): Promise<Page<Cluster>>;
  /** Ids of the clusters that people merged into this one, and of those they keep apart from it. */
  ties(clusterId: string): Promise<ClusterTies>;
  /**
   * Restores a cluster as it was, without an audit entry. Members that already have a cluster stay there. Returns
   * false and changes nothing if the id is taken or no member is left to add.
   */
  restore(cluster: RestoredCluster): Promise<boolean>;
}

/** The members of a cluster after a regrouping. */
export interface Regroup {
  /** The id of an existing or new cluster. */
  readonly clusterId: string;
  /** Its members afterwards; the first one represents it. */
  readonly members: readonly NewMember[];
  /** Members that are in no cluster afterwards. */
  readonly leave: readonly string[];
}

export interface ClusterTies {
  readonly merged: readonly string[];
  readonly apart: readonly string[];
}

export interface RestoredCluster extends ClusterTies {
  readonly id: string;
  readonly name: string | null;
  readonly representative: string;
  readonly members: readonly RestoredMember[];
}

/** A member as it was; `by` is set if a person placed it. */
export interface RestoredMember extends Omit<NewMember, "cluster_id" | "reasons"> {
  readonly by?: string;
}

/** What the store needs to know about a new member. */
export type NewMember = Omit<ClusterMember, "by">;

export interface ClusterAuthor {
  readonly author: string;
  readonly trust: Trust;
  readonly count: number;
}

export interface MemberQuery {
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

export interface ClusterQuery {
  readonly order: "size" | "recent";
  /** Only those of at least this size. */
  readonly minSize?: number;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}
