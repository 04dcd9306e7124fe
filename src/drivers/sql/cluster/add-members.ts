import type { Kysely, Transaction } from "kysely";
import type { Membership } from "../../../core/cluster/cluster.ts";
import { byCodeUnits } from "../../../core/text/code-points.ts";
import type { Tables } from "../tables.ts";
import type { ClusterShapes } from "./cluster-shapes.ts";
import { countMembers } from "./count-members.ts";
import { type MemberRow, toMembership } from "./member-row.ts";

/** Merging leaves no longer way than one step; this only ends the search in a table that was written over. */
const MOST_STEPS = 100;

/** Finds where a cluster is now and keeps it there until the transaction ends; nothing where there is none. */
export async function holdCluster(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  clusterId: string,
): Promise<string | undefined> {
  let id = clusterId;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const [held] = await shapes.hold.run<{ id: string }>(transaction, [[id]]);
    if (held !== undefined) return held.id;
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
 * Puts those that have no cluster yet into the ones their rows name, which the caller holds, with the counts and an
 * event for each cluster; answers how many were put in. All go in by the order of their keys, so that writers never
 * wait for each other in a circle.
 */
export async function addMembers(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  rows: readonly MemberRow[],
  now: () => Date,
): Promise<number> {
  const inserted = await shapes.members.run<{ feedback_id: string }>(
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
  for (const [clusterId, members] of clusters) await grow(transaction, shapes, clusterId, members, now);
  return inserted.length;
}

async function grow(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  clusterId: string,
  members: readonly MemberRow[],
  now: () => Date,
): Promise<void> {
  const { authors, days, first, last } = countMembers(members);
  const [grown] = await shapes.grow.run<{ revision: number }>(transaction, [
    [members.length, first, first, last, last, members[0]!.feedback_id, clusterId],
  ]);
  await shapes.authors.run(
    transaction,
    authors.map((row) => [clusterId, ...row]),
  );
  await shapes.days.run(
    transaction,
    days.map((row) => [clusterId, ...row]),
  );
  const payload = JSON.stringify({ id: clusterId, revision: grown!.revision });
  await shapes.outbox.run(transaction, [["cluster.changed", payload, now().toISOString()]]);
}

/** The memberships of feedback by the ids as they are stored. */
export async function readMemberships(
  db: Kysely<Tables>,
  shapes: ClusterShapes,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Membership>> {
  const rows = await shapes.memberships.lookUp<Parameters<typeof toMembership>[0]>(db, ids);
  return new Map(rows.map((row) => [row.feedback_id, toMembership(row)]));
}
