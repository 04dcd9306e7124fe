import type { AgentDay } from "../core/rule/count-around.ts";
import type { Cluster, ClusterMember, Membership } from "../core/cluster/cluster.ts";
import type { Trust } from "../core/feedback/feedback.ts";

/**
 * Which feedback says the same. What people decided stands: nothing the judge does later moves a member that a
 * person placed, or joins what a person split. Every driver passes test/contract/cluster-store.ts.
 */
export interface ClusterStore {
  /** The memberships of those that belong to a cluster. */
  membershipsOf(feedbackIds: readonly string[]): Promise<ReadonlyMap<string, Membership>>;
  find(clusterId: string): Promise<Cluster | undefined>;
  /** Newest first; `after` is the `next` of the previous page. */
  members(clusterId: string, query: MemberQuery): Promise<MemberPage>;
  /** How many members each author of a cluster has, by the author's name, at most 1,000 authors. */
  authors(clusterId: string): Promise<readonly ClusterAuthor[]>;
  /**
   * How many members a cluster has per agent and UTC day, for the effect of a rule: every day that the time from
   * `from` up to and without `to` touches.
   */
  occurrences(
    clusterId: string,
    span: { readonly from: string; readonly to: string },
  ): Promise<readonly AgentDay[]>;
  /**
   * Puts a member in by judgement; one that has a cluster already changes nothing, so that nobody is moved from where
   * a person placed them. A cluster that was merged away stands for the one it is merged into. Answers where the
   * member is now, or nothing where there is no such cluster.
   */
  join(member: NewMember): Promise<Membership | undefined>;
  /**
   * Founds a cluster of these members by judgement, under an id given; those that have one already keep it. The first
   * of the others represents it; where there are none, nothing is founded. Founding one that exists joins it.
   */
  found(clusterId: string, members: readonly NewMember[]): Promise<void>;
  /**
   * Emend: takes members out of whatever cluster they are in, without an act; whoever a person placed stays. Unlike
   * `regroup` it does so in clusters that people have seen too. Answers those that left.
   */
  leave(feedbackIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Pairs of feedback that people said are not the same, among these. A person splits clusters, so what joins one
   * side later is kept from the other side too.
   */
  keptApart(feedbackIds: readonly string[]): Promise<readonly (readonly [string, string])[]>;
  /**
   * A person: all members of the others move into the first, in one step with its act in the audit log; whoever was
   * kept from one of them is kept from all. Nothing where one of them does not exist.
   */
  merge(clusterIds: readonly string[], by: string): Promise<Cluster | undefined>;
  /**
   * A person: these members leave for a cluster of their own under a new id, and stay apart from those that remain.
   * Nothing where the cluster does not exist, the new one does, or nobody would leave or remain.
   */
  split(
    clusterId: string,
    feedbackIds: readonly string[],
    into: string,
    by: string,
  ): Promise<Cluster | undefined>;
  /** A person; an empty name takes the name away. */
  rename(clusterId: string, name: string, by: string): Promise<Cluster | undefined>;
  /**
   * Emend: a name for a cluster that has none; one that has a name keeps it. Without an act, since nobody decided
   * anything. Answers whether it has the name now.
   */
  nameFirst(clusterId: string, name: string): Promise<boolean>;
  /**
   * Those of these clusters that people have seen or changed: they have a rule in any state or a name, somebody merged
   * or split them, placed a member, or wants them kept as they are.
   */
  shown(clusterIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Emend: these members form one cluster from now on, whatever cluster they were in, and those in `leave` belong to
   * none; one step, without an act. A cluster that loses its last member to another one stands for it. Answers false,
   * and changes nothing, if people have seen or changed one of the clusters that would lose or gain a member.
   */
  regroup(group: Regroup): Promise<boolean>;
  /**
   * A person: one cluster is not to be split, or two are not to be merged, whatever Emend suggests; with its act.
   * Answers false, and changes nothing, if a cluster does not exist or this is known.
   */
  keep(clusterIds: readonly [string] | readonly [string, string], by: string): Promise<boolean>;
  /** What people said about these by `keep`: each pair once, and a cluster twice if it is not to be split. */
  kept(clusterIds: readonly string[]): Promise<readonly (readonly [string, string])[]>;
  /** Largest first, or latest first; without those merged away. */
  list(query: ClusterQuery): Promise<ClusterPage>;
  /** What people merged into a cluster, and what they keep it from, each by its id. */
  ties(clusterId: string): Promise<ClusterTies>;
  /**
   * Puts a cluster back as it was, without an act: nobody decided anything now. Members that have a cluster keep it.
   * Answers false, and changes nothing, where there is a cluster of that id or no member is left to put in.
   */
  restore(cluster: RestoredCluster): Promise<boolean>;
}

/** What a cluster consists of after members moved. */
export interface Regroup {
  /** The id of a cluster that is there, or of a new one. */
  readonly clusterId: string;
  /** Those that are in it afterwards, the first of which represents it. */
  readonly members: readonly NewMember[];
  /** Members of it that are in no cluster afterwards. */
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

/** A member as it was; `by` where a person placed it. */
export interface RestoredMember extends Omit<NewMember, "cluster_id" | "reasons"> {
  readonly by?: string;
}

/** What the store has to know of a member besides where it belongs. */
export interface NewMember extends Omit<Membership, "by"> {
  readonly time: string;
  readonly author: string;
  readonly trust: Trust;
  readonly agent: string;
}

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

export interface MemberPage {
  readonly items: readonly ClusterMember[];
  readonly next?: string;
}

export interface ClusterQuery {
  readonly order: "size" | "recent";
  /** Only those of at least this size. */
  readonly minSize?: number;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

export interface ClusterPage {
  readonly items: readonly Cluster[];
  readonly next?: string;
}
