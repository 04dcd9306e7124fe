import type { Kysely, Transaction } from "kysely";
import type { Membership } from "../../../core/cluster/cluster.ts";
import { byCodeUnits } from "../../../core/text/code-points.ts";
import type { Tables } from "../tables.ts";
import type { ClusterStatements } from "./cluster-statements.ts";
import { countMembers } from "./cluster-counts.ts";
import { type MemberRow, fromMembershipRow } from "./member-row.ts";

/** Merging keeps chains one step long. This only ends the search if the table was corrupted. */
const MOST_STEPS = 100;

/**
 * Follows merges to the cluster's current id and locks it until the transaction ends. Returns undefined if it does
 * not exist.
 */
export async function lockCluster(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  clusterId: string,
): Promise<string | undefined> {
  let id = clusterId;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const [locked] = await statements.lock.run<{ id: string }>(transaction, [[id]]);
    if (locked !== undefined) return locked.id;
    const row = await transaction
      .selectFrom("cluster")
      .select("merged_into")
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    id = row.merged_into ?? id;
  }
  return undefined;
}

/**
 * Adds those members that have no cluster yet to the clusters in their rows, which the caller has locked, with the
 * counts and one event per cluster. Returns how many were added. Inserts in key order to avoid deadlocks.
 */
export async function addMembers(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  rows: readonly MemberRow[],
  now: () => Date,
): Promise<number> {
  const inserted = await statements.members.run<{ feedback_id: string }>(
    transaction,
    rows
      .toSorted((a, b) => byCodeUnits(a.feedback_id, b.feedback_id))
      .map((row) => [
        row.feedback_id,
        row.cluster_id,
        row.time,
        row.author,
        row.trust,
        row.agent,
        row.judged,
      ]),
  );
  if (inserted.length === 0) return 0;
  const ids = new Set(inserted.map(({ feedback_id }) => feedback_id));
  const added = rows.filter((row) => ids.delete(row.feedback_id));
  const clusters = [...Map.groupBy(added, ({ cluster_id }) => cluster_id)].toSorted(([a], [b]) =>
    byCodeUnits(a, b),
  );
  for (const [clusterId, members] of clusters) await grow(transaction, statements, clusterId, members, now);
  return inserted.length;
}

async function grow(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  clusterId: string,
  members: readonly MemberRow[],
  now: () => Date,
): Promise<void> {
  const { authors, days, first, last } = countMembers(members);
  const [grown] = await statements.grow.run<{ revision: number }>(transaction, [
    [members.length, first, first, last, last, members[0]!.feedback_id, clusterId],
  ]);
  await statements.authors.run(
    transaction,
    authors.map((row) => [clusterId, ...row]),
  );
  await statements.days.run(
    transaction,
    days.map((row) => [clusterId, ...row]),
  );
  const payload = JSON.stringify({ id: clusterId, revision: grown!.revision });
  await statements.outbox.run(transaction, [["cluster.changed", payload, now().toISOString()]]);
}

/** Memberships by stored feedback id. */
export async function readMemberships(
  db: Kysely<Tables>,
  statements: ClusterStatements,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Membership>> {
  const rows = await statements.memberships.lookUp<Parameters<typeof fromMembershipRow>[0]>(db, ids);
  return new Map(rows.map((row) => [row.feedback_id, fromMembershipRow(row)]));
}
