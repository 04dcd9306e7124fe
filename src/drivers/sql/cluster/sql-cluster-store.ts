import type { Membership, Cluster } from "../../../core/cluster/cluster.ts";
import type { ClusterStore, ClusterTies, NewMember, ClusterAuthor } from "../../../ports/cluster-store.ts";
import { GroupCommit } from "../group-commit.ts";
import type { SqlDatabase, SqlDatabaseOptions, WriteContext } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import { readMemberships, addMembers, lockCluster } from "./add-members.ts";
import { fromClusterRow } from "./cluster-row.ts";
import { buildClusterStatements, type ClusterStatements } from "./cluster-statements.ts";
import { findApartPairs, readApart } from "./kept-apart.ts";
import { markKept, readKeptPairs } from "./keep-clusters.ts";
import { listClusters, listMembers } from "./list-clusters.ts";
import { type MemberRow, toMemberRow } from "./member-row.ts";
import { mergeClusterRows } from "./merge-clusters.ts";
import { regroupCluster } from "./regroup-cluster.ts";
import { restoreCluster } from "./restore-cluster.ts";
import { findShownClusters } from "./shown-clusters.ts";
import { splitClusterRows } from "./split-cluster.ts";
import type { Kysely, Transaction } from "kysely";
import { byCodeUnits } from "../../../core/text/code-points.ts";
import type { Tables } from "../tables.ts";
import { addEvent } from "../event/add-event.ts";
import type { AgentDay } from "../../../core/rule/count-around.ts";
import type { Trust } from "../../../core/feedback/feedback.ts";
import { daySpan } from "../day-span.ts";
import { addEmptyCluster, membersOf, refreshCluster, removeMembers } from "./remove-members.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { readUnruled } from "./read-unruled.ts";
import { lockClusters } from "./lock-clusters.ts";

const MOST_AUTHORS = 1_000;

/** Maximum members per transaction, so that readers and other writers never wait long. */
const MAX_GROUP = 256;

export function createSqlClusterStore(database: SqlDatabase): ClusterStore {
  const { commit, db, dialect, now, run, transact } = database;
  const statements = buildClusterStatements(db);
  const joins = new GroupCommit<MemberRow, Membership | undefined>({
    maxRows: MAX_GROUP,
    commit: (rows) => commit((transaction) => joinMembers(transaction, statements, rows, now)),
  });

  /** Keyed by the given ids, which can differ from the stored ones. */
  async function membershipsOf(feedbackIds: readonly string[]): Promise<ReadonlyMap<string, Membership>> {
    const requested = [...new Set(feedbackIds)];
    const stored = await readMemberships(db, statements, requested.map(storedKey));
    return new Map(
      requested.flatMap((id) => {
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
        const cluster = fromClusterRow(row);
        return cluster.size === 0 && cluster.merged_into === undefined ? undefined : cluster;
      }),
    members: (clusterId, query) => run(() => listMembers(db, statements, clusterId, query)),
    authors: (clusterId) => run(() => readAuthors(db, clusterId)),
    occurrences: (clusterId, span) => run(() => readOccurrences(db, clusterId, span)),
    unruledOccurrences: (span) => run(() => readUnruled(db, span)),
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
        foundCluster(transaction, statements, { id: storedKey(clusterId), members }, now),
      ),
    leave: (feedbackIds) =>
      feedbackIds.length === 0
        ? Promise.resolve([])
        : transact((transaction) => leaveClusters(transaction, statements, feedbackIds, database)),
    keptApart: (feedbackIds) =>
      run(async () => {
        const memberships = await membershipsOf(feedbackIds);
        const clusters = new Set(Array.from(memberships.values(), ({ cluster_id }) => cluster_id));
        return findApartPairs(memberships, await readApart(db, [...clusters]));
      }),
    merge: (clusterIds, by) =>
      transact((transaction) => mergeClusterRows(transaction, statements, { clusterIds, by }, database)),
    split: (clusterId, feedbackIds, into, by) =>
      transact((transaction) =>
        splitClusterRows(transaction, statements, { clusterId, feedbackIds, into, by }, database),
      ),
    rename: (clusterId, name, by) =>
      transact((transaction) => renameCluster(transaction, statements, { clusterId, name, by }, database)),
    nameFirst: (clusterId, name) =>
      transact((transaction) => nameCluster(transaction, { clusterId, name }, database)),
    shown: (clusterIds) =>
      run(async () => {
        const requested = new Map(clusterIds.map((id) => [storedKey(id), id]));
        const found = await findShownClusters(db, [...requested.keys()]);
        return new Set(Array.from(found, (id) => requested.get(id)!));
      }),
    regroup: (group) => transact((transaction) => regroupCluster(transaction, statements, group, database)),
    keep: (clusterIds, by) =>
      transact((transaction) => markKept(transaction, statements, { clusterIds, by }, database)),
    kept: (clusterIds) => run(() => readKeptPairs(db, clusterIds.map(storedKey))),
    list: (query) => run(() => listClusters(db, query)),
    ties: (clusterId) => run(() => readTies(db, storedKey(clusterId))),
    restore: (cluster) =>
      transact((transaction) => restoreCluster(transaction, statements, cluster, { dialect, now })),
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
  statements: ClusterStatements,
  { id, members }: { readonly id: string; readonly members: readonly NewMember[] },
  now: () => Date,
): Promise<void> {
  if (members.length === 0) return;
  const made = await addEmptyCluster(transaction, id);
  const locked = await lockCluster(transaction, statements, id);
  if (locked === undefined) return;
  const rows = members.map((member) => toMemberRow(member, locked));
  const added = await addMembers(transaction, statements, rows, now);
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
  statements: ClusterStatements,
  rows: readonly MemberRow[],
  now: () => Date,
): Promise<readonly (Membership | undefined)[]> {
  const locked = new Map<string, string>();
  for (const id of new Set(rows.map(({ cluster_id }) => cluster_id).toSorted())) {
    const found = await lockCluster(transaction, statements, id);
    if (found !== undefined) locked.set(id, found);
  }
  const placed = rows.flatMap((row) => {
    const clusterId = locked.get(row.cluster_id);
    return clusterId === undefined ? [] : [{ ...row, cluster_id: clusterId }];
  });
  await addMembers(transaction, statements, placed, now);
  const ids = new Set(rows.map(({ feedback_id }) => feedback_id));
  const after = await readMemberships(transaction, statements, [...ids]);
  return rows.map(({ feedback_id }) => after.get(feedback_id));
}

/** Removes members from their clusters unless a person placed them, and returns those that left. */
async function leaveClusters(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  feedbackIds: readonly string[],
  { dialect, now }: WriteContext,
): Promise<readonly string[]> {
  const requested = new Map(feedbackIds.map((id) => [storedKey(id), id]));
  const before = await membersOf(transaction, [...requested.keys()]);
  if (before.length === 0) return [];
  await dialect.lock(transaction, "clusters");
  for (const id of new Set(before.map(({ cluster_id }) => cluster_id).toSorted())) {
    await lockCluster(transaction, statements, id);
  }
  // Reads again under the lock.
  const members = (await membersOf(transaction, [...requested.keys()])).filter(
    ({ placed_by }) => placed_by === null,
  );
  const clusters = Map.groupBy(members, ({ cluster_id }) => cluster_id);
  for (const [id, leaving] of [...clusters].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await removeMembers(transaction, id, leaving);
    const revision = await refreshCluster(transaction, id, null);
    await addEvent(transaction, "cluster.changed", { id, revision }, now);
  }
  return members.map(({ feedback_id }) => requested.get(feedback_id)!);
}

/** Renames a cluster. An empty name removes it. */
async function renameCluster(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  { clusterId, name, by }: { readonly clusterId: string; readonly name: string; readonly by: string },
  context: WriteContext,
): Promise<Cluster | undefined> {
  const [locked] = (await lockClusters(transaction, statements, [storedKey(clusterId)])) ?? [];
  if (locked === undefined) return undefined;
  const called = storedText(name).trim() || null;
  if (called === locked.name) return fromClusterRow(locked);
  const after = await transaction
    .updateTable("cluster")
    .set((eb) => ({ revision: eb("revision", "+", 1), name: called }))
    .where("id", "=", locked.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addEvent(transaction, "cluster.changed", { id: locked.id, revision: after.revision }, context.now);
  await appendAudit(
    transaction,
    {
      actor: by,
      action: "cluster.renamed",
      subject: locked.id,
      detail: { name: called ?? "", before: locked.name ?? "" },
    },
    context,
  );
  return fromClusterRow(after);
}
