import type { Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { countMembers, subtractCounts } from "./cluster-counts.ts";

const ROWS = 500;

/** A cluster without members: every time sorts before the first sentinel and after the second. */
const EMPTY = { first_time: "~", last_time: "", representative: "" } as const;

/** Creates a cluster without members. Returns false if the id is taken. */
export async function addEmptyCluster(
  transaction: Transaction<Tables>,
  id: string,
  name: string | null = null,
): Promise<boolean> {
  const added = await transaction
    .insertInto("cluster")
    .values({ ...EMPTY, id, revision: 0, size: 0, name: name === null ? null : storedText(name) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("seq")
    .executeTakeFirst();
  return added !== undefined;
}

/** Reads these members, whichever cluster they are in. */
export async function membersOf(transaction: Transaction<Tables>, ids: readonly string[]) {
  const members = [];
  for (const keys of chunk(ids, ROWS)) {
    members.push(
      ...(await transaction
        .selectFrom("cluster_member")
        .select(["seq", "feedback_id", "cluster_id", "time", "author", "trust", "agent", "placed_by"])
        .where("feedback_id", "in", keys)
        .execute()),
    );
  }
  return members;
}

/** Removes members from a cluster and its counts. Call `refreshCluster` afterwards. */
export async function removeMembers(
  transaction: Transaction<Tables>,
  clusterId: string,
  members: Awaited<ReturnType<typeof membersOf>>,
): Promise<void> {
  const ids = members.map(({ feedback_id }) => feedback_id);
  for (const keys of chunk(ids, ROWS)) {
    await transaction.deleteFrom("cluster_member").where("feedback_id", "in", keys).execute();
  }
  await subtractCounts(transaction, clusterId, countMembers(members));
  await transaction
    .updateTable("cluster")
    .set((eb) => ({ size: eb("size", "-", members.length) }))
    .where("id", "=", clusterId)
    .execute();
}

/** Recomputes a cluster's times and representative from its remaining members, and returns its new revision. */
export async function refreshCluster(
  transaction: Transaction<Tables>,
  clusterId: string,
  movedTo: string | null,
): Promise<number> {
  const { first, last } = await readEnds(transaction, clusterId);
  const { revision } = await transaction
    .updateTable("cluster")
    .set((eb) => ({
      revision: eb("revision", "+", 1),
      first_time: first?.time ?? EMPTY.first_time,
      last_time: last?.time ?? EMPTY.last_time,
      representative: first?.feedback_id ?? EMPTY.representative,
      ...(movedTo === null ? {} : { moved_to: movedTo }),
    }))
    .where("id", "=", clusterId)
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}

/** The earliest and the latest member of a cluster, read from the index. */
export async function readEnds(transaction: Transaction<Tables>, clusterId: string) {
  const end = (order: "asc" | "desc") =>
    transaction
      .selectFrom("cluster_member")
      .select(["feedback_id", "time"])
      .where("cluster_id", "=", clusterId)
      .orderBy("time", order)
      .orderBy("seq", order)
      .limit(1)
      .executeTakeFirst();
  return { first: await end("asc"), last: await end("desc") };
}
