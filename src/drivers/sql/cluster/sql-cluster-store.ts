import type { Membership, Cluster } from "../../../core/cluster/cluster.ts";
import type { ClusterStore, ClusterTies, NewMember, ClusterAuthor } from "../../../ports/cluster-store.ts";
import { GroupCommit } from "../group-commit.ts";
import type { SqlDatabase, SqlDatabaseOptions, Surroundings } from "../sql-database.ts";
import { storedKey, storedText } from "../row-shapes.ts";
import { readMemberships, addMembers, holdCluster } from "./add-members.ts";
import { toCluster } from "./cluster-row.ts";
import { buildClusterShapes, type ClusterShapes } from "./cluster-shapes.ts";
import { pairsApart, readApart } from "./kept-apart.ts";
import { keepClusters, keptAmong } from "./keep-clusters.ts";
import { listClusters, listMembers } from "./list-clusters.ts";
import { type MemberRow, toMemberRow } from "./member-row.ts";
import { mergeClusters } from "./merge-clusters.ts";
import { regroupCluster } from "./regroup-cluster.ts";
import { restoreCluster } from "./restore-cluster.ts";
import { shownClusters } from "./shown-clusters.ts";
import { splitCluster } from "./split-cluster.ts";
import type { Kysely, Transaction } from "kysely";
import { byCodeUnits } from "../../../core/text/code-points.ts";
import type { Tables } from "../tables.ts";
import { addEvent } from "../event/add-event.ts";
import type { AgentDay } from "../../../core/rule/count-around.ts";
import type { Trust } from "../../../core/feedback/feedback.ts";
import { daySpan } from "../day-span.ts";
import { addEmptyCluster, membersOf, refreshCluster, removeMembers } from "./remove-members.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { holdClusters } from "./hold-clusters.ts";

const MOST_AUTHORS = 1_000;

/** Maximum members per transaction, so that readers and other writers never wait long. */
const MAX_GROUP = 256;

export function createSqlClusterStore(database: SqlDatabase): ClusterStore {
  const { commit, db, dialect, now, run, transact } = database;
  const shapes = buildClusterShapes(db);
  const joins = new GroupCommit<MemberRow, Membership | undefined>({
    maxRows: MAX_GROUP,
    commit: (rows) => commit((transaction) => joinMembers(transaction, shapes, rows, now)),
  });

  /** Keyed by the given ids, which can differ from the stored ones. */
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
          .selectAll()
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

/** Sorted by id. */
async function readTies(db: Kysely<Tables>, clusterId: string): Promise<ClusterTies> {
  const rows = await db.selectFrom("cluster").select("id").where("merged_into", "=", clusterId).execute();
  const apart = (await readApart(db, [clusterId])).get(clusterId) ?? [];
  return {
    merged: rows.map(({ id }) => id).toSorted(byCodeUnits),
    apart: [...apart].toSorted(byCodeUnits),
  };
}

/** Names an unmerged cluster that has no name. If two callers race, or a person named it, the first name stays. */
async function nameCluster(
  transaction: Transaction<Tables>,
  { clusterId, name }: { readonly clusterId: string; readonly name: string },
  { now }: Pick<SqlDatabaseOptions, "now">,
): Promise<boolean> {
  const called = storedText(name).trim();
  if (called === "") return false;
  const named = await transaction
    .updateTable("cluster")
    .set((eb) => ({ revision: eb("revision", "+", 1), name: called }))
    .where("id", "=", storedKey(clusterId))
    .where("name", "is", null)
    .where("merged_into", "is", null)
    .returning(["id", "revision"])
    .executeTakeFirst();
  if (named === undefined) return false;
  await addEvent(transaction, "cluster.changed", { id: named.id, revision: named.revision }, now);
  return true;
}

/**
 * Creates a cluster of members that have none, or adds them to the existing one with that id. Never leaves an empty
 * cluster behind.
 */
async function foundCluster(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  { id, members }: { readonly id: string; readonly members: readonly NewMember[] },
  now: () => Date,
): Promise<void> {
  if (members.length === 0) return;
  const made = await addEmptyCluster(transaction, id);
  const held = await holdCluster(transaction, shapes, id);
  if (held === undefined) return;
  const rows = members.map((member) => toMemberRow(member, held));
  const added = await addMembers(transaction, shapes, rows, now);
  if (added === 0 && made) {
    await transaction.deleteFrom("cluster").where("id", "=", id).execute();
  }
}

async function readAuthors(db: Kysely<Tables>, clusterId: string): Promise<readonly ClusterAuthor[]> {
  const rows = await db
    .selectFrom("cluster_author")
    .select(["author", "trust", "count"])
    .where("cluster_id", "=", storedKey(clusterId))
    .orderBy("author")
    .orderBy("trust")
    .limit(MOST_AUTHORS)
    .execute();
  return rows.map((row) => ({ ...row, trust: row.trust as Trust }));
}

async function readOccurrences(
  db: Kysely<Tables>,
  clusterId: string,
  span: { readonly from: string; readonly to: string },
): Promise<readonly AgentDay[]> {
  const { first, last } = daySpan(span);
  return db
    .selectFrom("cluster_day")
    .select(["day", "agent", "count"])
    .where("cluster_id", "=", storedKey(clusterId))
    .where("day", ">=", first)
    .where("day", "<=", last)
    .orderBy("day")
    .orderBy("agent")
    .execute();
}

/**
 * Adds each member to the cluster in its row, and returns its resulting membership. Locks clusters in id order to
 * avoid deadlocks.
 */
async function joinMembers(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  rows: readonly MemberRow[],
  now: () => Date,
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

/** Removes members from their clusters unless a person placed them, and returns those that left. */
async function leaveClusters(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  feedbackIds: readonly string[],
  { dialect, now }: Surroundings,
): Promise<readonly string[]> {
  const given = new Map(feedbackIds.map((id) => [storedKey(id), id]));
  const before = await membersOf(transaction, [...given.keys()]);
  if (before.length === 0) return [];
  await dialect.lock(transaction, "clusters");
  for (const id of new Set(before.map(({ cluster_id }) => cluster_id).toSorted())) {
    await holdCluster(transaction, shapes, id);
  }
  // Reads again under the lock.
  const members = (await membersOf(transaction, [...given.keys()])).filter(
    ({ placed_by }) => placed_by === null,
  );
  const clusters = Map.groupBy(members, ({ cluster_id }) => cluster_id);
  for (const [id, leaving] of [...clusters].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await removeMembers(transaction, id, leaving);
    const revision = await refreshCluster(transaction, id, null);
    await addEvent(transaction, "cluster.changed", { id, revision }, now);
  }
  return members.map(({ feedback_id }) => given.get(feedback_id)!);
}

/** Renames a cluster. An empty name removes it. */
async function renameCluster(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  { clusterId, name, by }: { readonly clusterId: string; readonly name: string; readonly by: string },
  surroundings: Surroundings,
): Promise<Cluster | undefined> {
  const [held] = (await holdClusters(transaction, shapes, [storedKey(clusterId)])) ?? [];
  if (held === undefined) return undefined;
  const called = storedText(name).trim() || null;
  if (called === held.name) return toCluster(held);
  const after = await transaction
    .updateTable("cluster")
    .set((eb) => ({ revision: eb("revision", "+", 1), name: called }))
    .where("id", "=", held.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addEvent(transaction, "cluster.changed", { id: held.id, revision: after.revision }, surroundings.now);
  await appendAudit(
    transaction,
    {
      actor: by,
      action: "cluster.renamed",
      subject: held.id,
      detail: { name: called ?? "", before: held.name ?? "" },
    },
    surroundings,
  );
  return toCluster(after);
}
