import type { Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import type { Cluster } from "../../../core/cluster/cluster.ts";
import { byCodeUnits } from "../../../core/text/code-points.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import type { WriteContext } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { fromClusterRow } from "./cluster-row.ts";
import type { ClusterStatements } from "./cluster-statements.ts";
import { countMembers, subtractCounts } from "./cluster-counts.ts";
import { lockClusters } from "./lock-clusters.ts";
import { keepApart, readApart } from "./kept-apart.ts";
import { PLACED_BY_PERSON } from "./member-row.ts";
import { membersOf, readEnds } from "./remove-members.ts";

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
export async function splitClusterRows(
  transaction: Transaction<Tables>,
  statements: ClusterStatements,
  split: Split,
  context: WriteContext,
): Promise<Cluster | undefined> {
  await context.dialect.lock(transaction, "clusters");
  const [old] = (await lockClusters(transaction, statements, [storedKey(split.clusterId)])) ?? [];
  if (old === undefined) return undefined;
  const ids = [...new Set(split.feedbackIds.map(storedKey))];
  const moved = (await membersOf(transaction, ids)).filter(({ cluster_id }) => cluster_id === old.id);
  if (moved.length === 0 || moved.length === old.size) return undefined;
  const counts = countMembers(moved);
  const made = await transaction
    .insertInto("cluster")
    .values({
      id: storedKey(split.into),
      revision: 1,
      size: moved.length,
      first_time: counts.first,
      last_time: counts.last,
      representative: earliest(moved),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) return undefined;
  const seqs = moved.map(({ seq }) => seq);
  for (const some of chunk(seqs, ROWS)) {
    await transaction
      .updateTable("cluster_member")
      .set({ cluster_id: made.id, placed_by: storedText(split.by), judged: PLACED_BY_PERSON })
      .where("seq", "in", some)
      .execute();
  }
  await subtractCounts(transaction, old.id, counts);
  const toRow = (count: readonly unknown[]): readonly unknown[] => [made.id, ...count];
  await statements.authors.run(transaction, counts.authors.map(toRow));
  await statements.days.run(transaction, counts.days.map(toRow));
  const apart = await readApart(transaction, [old.id]);
  await keepApart(transaction, made.id, [old.id, ...(apart.get(old.id) ?? [])]);
  const revision = await shrink(transaction, old, moved);
  await addEvent(transaction, "cluster.changed", { id: old.id, revision }, context.now);
  await addEvent(transaction, "cluster.changed", { id: made.id, revision: 1 }, context.now);
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
    context,
  );
  return fromClusterRow(made);
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
  const { first, last } = await readEnds(transaction, old.id);
  const left = moved.some(({ feedback_id }) => feedback_id === old.representative);
  const { revision } = await transaction
    .updateTable("cluster")
    .set((eb) => ({
      revision: eb("revision", "+", 1),
      size: eb("size", "-", moved.length),
      first_time: first!.time,
      last_time: last!.time,
      representative: left ? first!.feedback_id : old.representative,
    }))
    .where("id", "=", old.id)
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}
