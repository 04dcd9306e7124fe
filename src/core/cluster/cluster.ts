import type { Trust } from "../feedback/feedback.ts";
import type { JudgementReason } from "../judge/judgement.ts";
import { hash64 } from "../hash.ts";
import { byCodeUnits } from "../text/code-points.ts";

/** Feedback that says the same thing. */
export interface Cluster {
  readonly id: string;
  /** The number of members. */
  readonly size: number;
  /** UTC to the millisecond: the times of its first and last member. */
  readonly first_time: string;
  readonly last_time: string;
  /** The representative member: the first, unless a person chose another. */
  readonly representative: string;
  /** Its name, by people or from the catalogue. */
  readonly name?: string;
  /** The cluster that its members were moved to. */
  readonly merged_into?: string;
}

/** The membership of a record in a cluster, with reasons. */
export interface Membership {
  readonly feedback_id: string;
  readonly cluster_id: string;
  /** Its similarity to the rest; 1 if a person placed it, or for the first. */
  readonly score: number;
  readonly reasons: readonly JudgementReason[];
  /** The person who placed it; absent if the judge did. */
  readonly by?: string;
}

/** A member with the data for evidence. */
export interface ClusterMember extends Membership {
  readonly time: string;
  readonly author: string;
  readonly trust: Trust;
  readonly agent: string;
}

/** Derived from the first member, so that two machines give the same cluster the same id. */
export const clusterId = (firstFeedbackId: string): string => `cl-${hash64(`cluster ${firstFeedbackId}`)}`;

/** A member of a new group with its current cluster. */
export interface GroupedMember {
  readonly feedback_id: string;
  readonly time: string;
  readonly cluster_id?: string;
}

interface Overlap {
  readonly group: number;
  readonly cluster: string;
  readonly count: number;
  /** The time of the cluster's first member. */
  readonly since: string;
}

/**
 * The id that each group keeps: that of the cluster with most of its members, the oldest of equals. A cluster that
 * falls apart leaves its id to the group with most of it. Undefined for a group that needs a new id.
 */
export function keepClusterIds(
  groups: readonly (readonly GroupedMember[])[],
): readonly (string | undefined)[] {
  const since = new Map<string, string>();
  for (const { cluster_id, time } of groups.flat()) {
    if (cluster_id === undefined) continue;
    const first = since.get(cluster_id);
    if (first === undefined || time < first) since.set(cluster_id, time);
  }
  const overlaps = groups.flatMap((members, group): readonly Overlap[] =>
    Array.from(
      Map.groupBy(members, ({ cluster_id }) => cluster_id),
      ([cluster, shared]) => ({ cluster, count: shared.length }),
    ).flatMap(({ cluster, count }) =>
      cluster === undefined ? [] : [{ group, cluster, count, since: since.get(cluster) ?? "" }],
    ),
  );
  const ids: (string | undefined)[] = groups.map(() => undefined);
  const assigned = new Set<string>();
  for (const { group, cluster } of overlaps.toSorted(
    (a, b) =>
      b.count - a.count ||
      byCodeUnits(a.since, b.since) ||
      byCodeUnits(a.cluster, b.cluster) ||
      a.group - b.group,
  )) {
    if (ids[group] !== undefined || assigned.has(cluster)) continue;
    ids[group] = cluster;
    assigned.add(cluster);
  }
  return ids;
}
