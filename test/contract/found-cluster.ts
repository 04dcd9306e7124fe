import type { ClusterStore } from "../../src/ports/cluster-store.ts";
import { makeMember } from "./make-member.ts";

/** A cluster of so many, by number. */
export const foundCluster = (clusters: ClusterStore, size: number, id = "cl-1", from = 0): Promise<void> =>
  clusters.found(
    id,
    Array.from({ length: size }, (_, n) => makeMember(from + n, { cluster_id: id })),
  );

export const idsOf = (...of: readonly number[]): readonly string[] => of.map((n) => `fb-${n}`);
