import type { Transaction } from "kysely";
import type { Cluster } from "../../../core/cluster/cluster.ts";
import { byCodeUnits } from "../../../core/text/code-points.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import type { Surroundings } from "../sql-database.ts";
import { storedKey, storedText } from "../row-shapes.ts";
import type { Tables } from "../tables.ts";
import { CLUSTER_COLUMNS, toCluster } from "./cluster-row.ts";
import type { ClusterShapes } from "./cluster-shapes.ts";
import { countMembers } from "./count-members.ts";
import { holdClusters } from "./hold-clusters.ts";
import { keepApart, readApart } from "./kept-apart.ts";
import { PLACED } from "./member-row.ts";
import { takeAuthor, takeDay } from "./take-counts.ts";

const NAMED = 100;
const ROWS = 500;

interface Split {
  readonly clusterId: string;
  readonly feedbackIds: readonly string[];
  readonly into: string;
  readonly by: string;
}

/**
 * Moves members into a new cluster. The two are marked as kept apart once, whatever their sizes, and the new one
 * inherits the old one's marks.
 */
export async function splitCluster(
  transaction: Transaction<Tables>,
  shapes: ClusterShapes,
  split: Split,
  surroundings: Surroundings,
): Promise<Cluster | undefined> {
  await surroundings.dialect.lock(transaction, "clusters");
  const [old] = (await holdClusters(transaction, shapes, [storedKey(split.clusterId)])) ?? [];
  if (old === undefined) return undefined;
  const moved = await membersAmong(transaction, old.id, split.feedbackIds);
  if (moved.length === 0 || moved.length === old.size) return undefined;
  const { authors, days, first, last } = countMembers(moved);
  const made = await transaction
    .insertInto("cluster")
    .values({
      id: storedKey(split.into),
      revision: 1,
      size: moved.length,
      first_time: first,
      last_time: last,
      representative: earliest(moved),
      name: null,
      merged_into: null,
      moved_to: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning(CLUSTER_COLUMNS)
    .executeTakeFirst();
  if (made === undefined) return undefined;
  for (let at = 0; at < moved.length; at += ROWS) {
    await transaction
      .updateTable("cluster_member")
      .set({ cluster_id: made.id, placed_by: storedText(split.by), judged: PLACED })
      .where(
        "seq",
        "in",
        moved.slice(at, at + ROWS).map(({ seq }) => seq),
      )
      .execute();
  }
  for (const [author, trust, count] of authors) {
    await takeAuthor(transaction, old.id, { author, trust, count });
  }
  for (const [day, agent, count] of days) await takeDay(transaction, old.id, { day, agent, count });
  await shapes.authors.run(
    transaction,
    authors.map((row) => [made.id, ...row]),
  );
  await shapes.days.run(
    transaction,
    days.map((row) => [made.id, ...row]),
  );
  const apart = await readApart(transaction, [old.id]);
  await keepApart(transaction, made.id, [old.id, ...(apart.get(old.id) ?? [])]);
  const revision = await shrink(transaction, old, moved);
  await addEvent(transaction, "cluster.changed", { id: old.id, revision }, surroundings.now);
  await addEvent(transaction, "cluster.changed", { id: made.id, revision: 1 }, surroundings.now);
  await appendAudit(
    transaction,
    {
      actor: split.by,
      action: "cluster.split",
      subject: old.id,
      detail: {
        into: made.id,
        members: moved.length,
        feedback: moved.slice(0, NAMED).map(({ feedback_id }) => feedback_id),
      },
    },
    surroundings,
  );
  return toCluster(made);
}

async function membersAmong(
  transaction: Transaction<Tables>,
  clusterId: string,
  feedbackIds: readonly string[],
) {
  const ids = [...new Set(feedbackIds.map(storedKey))];
  const found = [];
  for (let at = 0; at < ids.length; at += ROWS) {
    const rows = await transaction
      .selectFrom("cluster_member")
      .select(["seq", "feedback_id", "cluster_id", "time", "author", "trust", "agent"])
      .where("feedback_id", "in", ids.slice(at, at + ROWS))
      .execute();
    for (const row of rows) if (row.cluster_id === clusterId) found.push(row);
  }
  return found;
}

const earliest = (
  members: readonly { readonly feedback_id: string; readonly time: string; readonly seq: number }[],
): string => members.toSorted((a, b) => byCodeUnits(a.time, b.time) || a.seq - b.seq)[0]!.feedback_id;

/** Updates the cluster that was split. If its representative left, the earliest remaining member takes over. */
async function shrink(
  transaction: Transaction<Tables>,
  old: { readonly id: string; readonly representative: string },
  moved: readonly { readonly feedback_id: string }[],
): Promise<number> {
  const end = (order: "asc" | "desc") =>
    transaction
      .selectFrom("cluster_member")
      .select(["feedback_id", "time"])
      .where("cluster_id", "=", old.id)
      .orderBy("time", order)
      .orderBy("seq", order)
      .limit(1)
      .executeTakeFirstOrThrow();
  const [first, last] = [await end("asc"), await end("desc")];
  const left = moved.some(({ feedback_id }) => feedback_id === old.representative);
  const { revision } = await transaction
    .updateTable("cluster")
    .set((eb) => ({
      revision: eb("revision", "+", 1),
      size: eb("size", "-", moved.length),
      first_time: first.time,
      last_time: last.time,
      representative: left ? first.feedback_id : old.representative,
    }))
    .where("id", "=", old.id)
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}
