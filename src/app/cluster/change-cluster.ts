import { type Cluster, clusterId } from "../../core/cluster/cluster.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import { fail, ok, type Result } from "../../core/result.ts";

/** The longest chain of merges that is followed. */
const MAX_MERGES = 20;

/** The current cluster of an id, following merges. */
export async function currentCluster(
  clusters: Pick<ClusterStore, "find">,
  id: string,
): Promise<Cluster | undefined> {
  let cluster = await clusters.find(id);
  for (let step = 0; cluster?.merged_into !== undefined && step < MAX_MERGES; step += 1) {
    cluster = await clusters.find(cluster.merged_into);
  }
  return cluster;
}

export interface ClusterProblem {
  readonly code: "cluster_not_found" | "nothing_to_split";
  readonly message: string;
}

/** Merges clusters into the first, on a person's request. */
export const mergeClusters =
  (clusters: Pick<ClusterStore, "merge">) =>
  async (ids: readonly string[], by: string): Promise<Result<Cluster, ClusterProblem>> => {
    const merged = await clusters.merge(ids, by);
    return merged === undefined
      ? notFound("one of these clusters does not exist; nothing was merged")
      : ok(merged);
  };

/** Splits members off a cluster, on a person's request; the id of a merged cluster is followed to its target. */
export const splitCluster =
  (clusters: Pick<ClusterStore, "find" | "split">, createId: () => string) =>
  async (
    id: string,
    feedbackIds: readonly string[],
    by: string,
  ): Promise<Result<{ readonly cluster: Cluster; readonly from: Cluster }, ClusterProblem>> => {
    const from = await currentCluster(clusters, id);
    if (from === undefined) return notFound();
    // Random, because the same members may be split off, merged back and split off again.
    const cluster = await clusters.split(from.id, feedbackIds, clusterId(`split ${createId()}`), by);
    if (cluster === undefined) {
      const message = `expected the ids of some, but not all, of the ${from.size} members of ${from.id}`;
      return fail({ code: "nothing_to_split", message });
    }
    return ok({ cluster, from: (await clusters.find(from.id)) ?? from });
  };

/** Renames a cluster; an empty name removes it. */
export const renameCluster =
  (clusters: Pick<ClusterStore, "rename">) =>
  async (id: string, name: string, by: string): Promise<Result<Cluster, ClusterProblem>> => {
    const renamed = await clusters.rename(id, name, by);
    return renamed === undefined ? notFound() : ok(renamed);
  };

/** Keeps a cluster from being split, or two from being merged, by suggestions. Idempotent. */
export const keepClusters =
  (clusters: Pick<ClusterStore, "find" | "keep">) =>
  async (
    ids: readonly [string] | readonly [string, string],
    by: string,
  ): Promise<Result<readonly Cluster[], ClusterProblem>> => {
    const found: Cluster[] = [];
    for (const id of ids) {
      const cluster = await currentCluster(clusters, id);
      if (cluster === undefined) return notFound();
      found.push(cluster);
    }
    await clusters.keep(ids, by);
    return ok(found);
  };

const notFound = (message = "there is no cluster with this id"): Result<never, ClusterProblem> =>
  fail({ code: "cluster_not_found", message });
