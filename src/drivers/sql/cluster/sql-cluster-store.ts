import type { Membership } from "../../../core/cluster/cluster.ts";
import type { ClusterStore } from "../../../ports/cluster-store.ts";
import { GroupCommit } from "../group-commit.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { readMemberships } from "./add-members.ts";
import { CLUSTER_COLUMNS, toCluster } from "./cluster-row.ts";
import { buildClusterShapes } from "./cluster-shapes.ts";
import { foundCluster } from "./found-cluster.ts";
import { joinMembers } from "./join-members.ts";
import { pairsApart, readApart } from "./kept-apart.ts";
import { keepClusters, keptAmong } from "./keep-clusters.ts";
import { listClusters, listMembers } from "./list-clusters.ts";
import { type MemberRow, toMemberRow } from "./member-row.ts";
import { leaveClusters } from "./leave-clusters.ts";
import { mergeClusters } from "./merge-clusters.ts";
import { nameCluster } from "./name-cluster.ts";
import { readAuthors, readOccurrences } from "./read-counts.ts";
import { regroupCluster } from "./regroup-cluster.ts";
import { renameCluster } from "./rename-cluster.ts";
import { readTies } from "./read-ties.ts";
import { restoreCluster } from "./restore-cluster.ts";
import { shownClusters } from "./shown-clusters.ts";
import { splitCluster } from "./split-cluster.ts";

/** The most members of one transaction, so that readers and other writers never wait long. */
const MAX_GROUP = 256;

export function createSqlClusterStore(database: SqlDatabase): ClusterStore {
  const { commit, db, dialect, now, run, transact } = database;
  const shapes = buildClusterShapes(db);
  const joins = new GroupCommit<MemberRow, Membership | undefined>({
    maxRows: MAX_GROUP,
    commit: (rows) => commit((transaction) => joinMembers(transaction, shapes, rows, now)),
  });

  /** By the ids as given, which for odd ones are not the stored ones. */
  async function membershipsOf(feedbackIds: readonly string[]): Promise<ReadonlyMap<string, Membership>> {
    const given = [...new Set(feedbackIds)];
    const stored = await readMemberships(db, shapes, given.map(storedKey));
    return new Map(
      given.flatMap((id) => {
        const membership = stored.get(storedKey(id));
        return membership === undefined ? [] : [[id, { ...membership, feedback_id: id }] as const];
      }),
    );
  }

  return {
    membershipsOf: (feedbackIds) => run(() => membershipsOf(feedbackIds)),
    find: (clusterId) =>
      run(async () => {
        const row = await db
          .selectFrom("cluster")
          .select(CLUSTER_COLUMNS)
          .where("id", "=", storedKey(clusterId))
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const cluster = toCluster(row);
        return cluster.size === 0 && cluster.merged_into === undefined ? undefined : cluster;
      }),
    members: (clusterId, query) => run(() => listMembers(db, shapes, clusterId, query)),
    authors: (clusterId) => run(() => readAuthors(db, clusterId)),
    occurrences: (clusterId, span) => run(() => readOccurrences(db, clusterId, span)),
    join: (member) =>
      run(async () => {
        const known = (await membershipsOf([member.feedback_id])).get(member.feedback_id);
        if (known !== undefined) return known;
        const row = toMemberRow(member, storedKey(member.cluster_id));
        const [answer] = await joins.add([row]);
        return answer === undefined ? undefined : { ...answer, feedback_id: member.feedback_id };
      }),
    found: (clusterId, members) =>
      transact((transaction) =>
        foundCluster(transaction, shapes, { id: storedKey(clusterId), members }, now),
      ),
    leave: (feedbackIds) =>
      feedbackIds.length === 0
        ? Promise.resolve([])
        : transact((transaction) => leaveClusters(transaction, shapes, feedbackIds, database)),
    keptApart: (feedbackIds) =>
      run(async () => {
        const memberships = await membershipsOf(feedbackIds);
        const clusters = new Set(Array.from(memberships.values(), ({ cluster_id }) => cluster_id));
        return pairsApart(memberships, await readApart(db, [...clusters]));
      }),
    merge: (clusterIds, by) =>
      transact((transaction) => mergeClusters(transaction, shapes, { clusterIds, by }, database)),
    split: (clusterId, feedbackIds, into, by) =>
      transact((transaction) =>
        splitCluster(transaction, shapes, { clusterId, feedbackIds, into, by }, database),
      ),
    rename: (clusterId, name, by) =>
      transact((transaction) => renameCluster(transaction, shapes, { clusterId, name, by }, database)),
    nameFirst: (clusterId, name) =>
      transact((transaction) => nameCluster(transaction, { clusterId, name }, database)),
    shown: (clusterIds) =>
      run(async () => {
        const given = new Map(clusterIds.map((id) => [storedKey(id), id]));
        const found = await shownClusters(db, [...given.keys()]);
        return new Set(Array.from(found, (id) => given.get(id)!));
      }),
    regroup: (group) => transact((transaction) => regroupCluster(transaction, shapes, group, database)),
    keep: (clusterIds, by) =>
      transact((transaction) => keepClusters(transaction, shapes, { clusterIds, by }, database)),
    kept: (clusterIds) => run(() => keptAmong(db, clusterIds.map(storedKey))),
    list: (query) => run(() => listClusters(db, query)),
    ties: (clusterId) => run(() => readTies(db, storedKey(clusterId))),
    restore: (cluster) =>
      transact((transaction) => restoreCluster(transaction, shapes, cluster, { dialect, now })),
  };
}
