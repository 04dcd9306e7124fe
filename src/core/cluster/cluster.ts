import type { Trust } from "../feedback/feedback.ts";
import type { JudgementReason } from "../judge/judgement.ts";
import { hash64 } from "../hash.ts";
import { byCodeUnits } from "../text/code-points.ts";

/** Feedback that says the same thing. */
export interface Cluster {
  readonly id: string;
  /** Members, whoever said them. */
  readonly size: number;
  /** UTC to the millisecond: when its first and its last member was said. */
  readonly first_time: string;
  readonly last_time: string;
  /** The member that stands for it: the first, until a person names another. */
  readonly representative: string;
  /** What people call it, or Emend by the catalogue until somebody does. */
  readonly name?: string;
  /** Merged into this one; its members have moved there. */
  readonly merged_into?: string;
}

/** That one piece of feedback belongs to a cluster, and why. */
export interface Membership {
  readonly feedback_id: string;
  readonly cluster_id: string;
  /** How surely it says the same as the rest; 1 where a person said so, or for the first. */
  readonly score: number;
  readonly reasons: readonly JudgementReason[];
  /** The person who put it there; absent where the judge did. */
  readonly by?: string;
}

/** A member with what counts as evidence. */
export interface ClusterMember extends Membership {
  readonly time: string;
  readonly author: string;
  readonly trust: Trust;
  readonly agent: string;
}

/** Follows from its first member, so two machines that found the same cluster give it the same id. */
export const clusterId = (firstFeedbackId: string): string => `cl-${hash64(`cluster ${firstFeedbackId}`)}`;

/** A member of a new group, and the cluster it is in so far. */
export interface GroupedMember {
  readonly feedback_id: string;
  readonly time: string;
  readonly cluster_id?: string;
}

interface Overlap {
  readonly group: number;
  readonly cluster: string;
  readonly count: number;
  /** When the first of all members of the cluster was said. */
  readonly since: string;
}

/**
 * Which id each group keeps: that of the cluster which has most of its members, the oldest of equals. A cluster that
 * falls apart leaves its id to the group that holds most of it. Nothing for a group that needs a new id.
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
  const taken = new Set<string>();
  for (const { group, cluster } of overlaps.toSorted(
    (a, b) =>
      b.count - a.count ||
      byCodeUnits(a.since, b.since) ||
      byCodeUnits(a.cluster, b.cluster) ||
      a.group - b.group,
  )) {
    if (ids[group] !== undefined || taken.has(cluster)) continue;
    ids[group] = cluster;
    taken.add(cluster);
  }
  return ids;
}
