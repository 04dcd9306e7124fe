import type { Transaction } from "kysely";
import type { Membership } from "../../../core/cluster/cluster.ts";
import type { ClusterStore, NewMember } from "../../../ports/cluster-store.ts";
import { GroupCommit } from "../group-commit.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { mayBeOneRow, StoreError } from "../store-error.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { addMembers, holdCluster, readMemberships } from "./add-members.ts";
import { CLUSTER_COLUMNS, toCluster } from "./cluster-row.ts";
import { buildClusterShapes } from "./cluster-shapes.ts";
import { pairsApart, readApart } from "./kept-apart.ts";
import { listClusters, listMembers } from "./list-clusters.ts";
import { type MemberRow, toMemberRow } from "./member-row.ts";
import { mergeClusters } from "./merge-clusters.ts";
import { readAuthors, readOccurrences } from "./read-counts.ts";
import { renameCluster } from "./rename-cluster.ts";
import { splitCluster } from "./split-cluster.ts";

/** The most members of one transaction, so that readers and other writers never wait long. */
const MAX_GROUP = 256;

export function createSqlClusterStore(database: SqlDatabase): ClusterStore {
  const { db, dialect, now, run, transact } = database;
  const shapes = buildClusterShapes(db);
  const joins = new GroupCommit<MemberRow, Membership | undefined>({
    maxRows: MAX_GROUP,
    mayBeOneRow,
    commit: async (rows) => {
      try {
        return await db.transaction().execute((transaction) => join(transaction, rows));
      } catch (error) {
        throw error instanceof StoreError ? error : dialect.toStoreError(error);
      }
    },
  });

  /** By the ids as given, which for odd ones are not the stored ones. */
  async function membershipsOf(feedbackIds: readonly string[]): Promise<ReadonlyMap<string, Membership>> {
    const given = [...new Set(feedbackIds)];
    const found = await readMemberships(db, shapes, given.map(storedKey));
    return new Map(
      given.flatMap((id) => {
        const membership = found.get(storedKey(id));
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
        return row === undefined ? undefined : toCluster(row);
      }),
    members: (clusterId, query) => run(() => listMembers(db, clusterId, query)),
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
    found: (clusterId, members) => transact((transaction) => found(transaction, clusterId, members)),
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
    list: (query) => run(() => listClusters(db, query)),
  };

  /** Clusters are held by the order of their ids, so that writers never wait for each other in a circle. */
  async function join(
    transaction: Transaction<Tables>,
    rows: readonly MemberRow[],
  ): Promise<readonly (Membership | undefined)[]> {
    const held = new Map<string, string>();
    for (const id of new Set(rows.map(({ cluster_id }) => cluster_id).toSorted())) {
      const found = await holdCluster(transaction, shapes, id);
      if (found !== undefined) held.set(id, found);
    }
    const placed = rows.flatMap((row) => {
      const clusterId = held.get(row.cluster_id);
      return clusterId === undefined ? [] : [{ ...row, cluster_id: clusterId }];
    });
    await addMembers(transaction, shapes, placed, now);
    const ids = new Set(rows.map(({ feedback_id }) => feedback_id));
    const after = await readMemberships(transaction, shapes, [...ids]);
    return rows.map(({ feedback_id }) => after.get(feedback_id));
  }

  async function found(
    transaction: Transaction<Tables>,
    clusterId: string,
    members: readonly NewMember[],
  ): Promise<void> {
    const id = storedKey(clusterId);
    if (members.length === 0) return;
    const made = await transaction
      .insertInto("cluster")
      .values({
        id,
        revision: 0,
        size: 0,
        // Every time is earlier than the one and later than the other.
        first_time: "~",
        last_time: "",
        representative: "",
        name: null,
        merged_into: null,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("seq")
      .executeTakeFirst();
    const held = await holdCluster(transaction, shapes, id);
    if (held === undefined) return;
    const rows = members.map((member) => toMemberRow(member, held));
    const added = await addMembers(transaction, shapes, rows, now);
    if (added === 0 && made !== undefined) {
      await transaction.deleteFrom("cluster").where("id", "=", id).execute();
    }
  }
}
