import type { Cluster } from "../../core/cluster/cluster.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";

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
