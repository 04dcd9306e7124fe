import { type Cluster, clusterId } from "../../core/cluster/cluster.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import { fail, ok, type Result } from "../../core/result.ts";

/** Mergers followed; a person merges a cluster a few times at most. */
const MAX_MERGERS = 20;

/** The cluster that holds the members of this one now, which may have been merged away. */
export async function standingCluster(
  clusters: Pick<ClusterStore, "find">,
  id: string,
): Promise<Cluster | undefined> {
  let cluster = await clusters.find(id);
  for (let step = 0; cluster?.merged_into !== undefined && step < MAX_MERGERS; step += 1) {
    cluster = await clusters.find(cluster.merged_into);
  }
  return cluster;
}

export interface ClusterProblem {
  readonly code: "cluster_not_found" | "nothing_to_split";
  readonly message: string;
}

/** A person says that these are about the same; all move into the first. */
export const mergeClusters =
  (clusters: Pick<ClusterStore, "merge">) =>
  async (ids: readonly string[], by: string): Promise<Result<Cluster, ClusterProblem>> => {
    const merged = await clusters.merge(ids, by);
    return merged === undefined
      ? notFound("one of these clusters does not exist; nothing was merged")
      : ok(merged);
  };

/** A person says that some members are about something else; what was merged away stands for where it went. */
export const splitCluster =
  (clusters: Pick<ClusterStore, "find" | "split">, createId: () => string) =>
  async (
    id: string,
    feedbackIds: readonly string[],
    by: string,
  ): Promise<Result<{ readonly cluster: Cluster; readonly from: Cluster }, ClusterProblem>> => {
    const from = await standingCluster(clusters, id);
    if (from === undefined) return notFound();
    // The same members may be split off, merged back and split off again, so that the id follows from chance.
    const cluster = await clusters.split(from.id, feedbackIds, clusterId(`split ${createId()}`), by);
    if (cluster === undefined) {
      const message = `expected the ids of some, but not all, of the ${from.size} members of ${from.id}`;
      return fail({ code: "nothing_to_split", message });
    }
    return ok({ cluster, from: (await clusters.find(from.id)) ?? from });
  };

/** A person gives a cluster a name; an empty one takes it away. */
export const renameCluster =
  (clusters: Pick<ClusterStore, "rename">) =>
  async (id: string, name: string, by: string): Promise<Result<Cluster, ClusterProblem>> => {
    const renamed = await clusters.rename(id, name, by);
    return renamed === undefined ? notFound() : ok(renamed);
  };

/** A person wants a cluster not split, or two not merged, whatever is suggested; saying so again changes nothing. */
export const keepClusters =
  (clusters: Pick<ClusterStore, "find" | "keep">) =>
  async (
    ids: readonly [string] | readonly [string, string],
    by: string,
  ): Promise<Result<readonly Cluster[], ClusterProblem>> => {
    const found: Cluster[] = [];
    for (const id of ids) {
      const cluster = await standingCluster(clusters, id);
      if (cluster === undefined) return notFound();
      found.push(cluster);
    }
    await clusters.keep(ids, by);
    return ok(found);
  };

const notFound = (message = "there is no cluster with this id"): Result<never, ClusterProblem> =>
  fail({ code: "cluster_not_found", message });
