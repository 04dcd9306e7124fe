import { byCodeUnits } from "../text/by-code-units.ts";

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
