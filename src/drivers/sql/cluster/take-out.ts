import type { Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import type { Tables } from "../tables.ts";
import { countMembers } from "./count-members.ts";
import type { MemberRow } from "./member-row.ts";
import { takeAuthor, takeDay } from "./take-counts.ts";

const ROWS = 500;

export type Taken = Pick<MemberRow, "feedback_id" | "cluster_id" | "time" | "author" | "trust" | "agent"> & {
  readonly placed_by: string | null;
};

/** Reads these members, whichever cluster they are in. */
export async function membersOf(transaction: Transaction<Tables>, ids: readonly string[]) {
  const found: Taken[] = [];
  for (const part of chunk(ids, ROWS)) {
    found.push(
      ...(await transaction
        .selectFrom("cluster_member")
        .select(["feedback_id", "cluster_id", "time", "author", "trust", "agent", "placed_by"])
        .where("feedback_id", "in", part)
        .execute()),
    );
  }
  return found;
}

/** Removes members from a cluster and its counts. Call `settle` afterwards. */
export async function takeOut(
  transaction: Transaction<Tables>,
  clusterId: string,
  moved: readonly Taken[],
): Promise<void> {
  for (const part of chunk(moved, ROWS)) {
    await transaction
      .deleteFrom("cluster_member")
      .where(
        "feedback_id",
        "in",
        part.map(({ feedback_id }) => feedback_id),
      )
      .execute();
  }
  const { authors, days } = countMembers(moved);
  for (const [author, trust, count] of authors) {
    await takeAuthor(transaction, clusterId, { author, trust, count });
  }
  for (const [day, agent, count] of days) await takeDay(transaction, clusterId, { day, agent, count });
  await transaction
    .updateTable("cluster")
    .set((eb) => ({ size: eb("size", "-", moved.length) }))
    .where("id", "=", clusterId)
    .execute();
}

/** Recomputes a cluster's times and representative from its remaining members, and returns its new revision. */
export async function settle(
  transaction: Transaction<Tables>,
  clusterId: string,
  movedTo: string | null,
): Promise<number> {
  const end = (order: "asc" | "desc") =>
    transaction
      .selectFrom("cluster_member")
      .select(["feedback_id", "time"])
      .where("cluster_id", "=", clusterId)
      .orderBy("time", order)
      .orderBy("seq", order)
      .limit(1)
      .executeTakeFirst();
  const [first, last] = [await end("asc"), await end("desc")];
  const { revision } = await transaction
    .updateTable("cluster")
    .set((eb) => ({
      revision: eb("revision", "+", 1),
      // The same sentinels as in an empty cluster, so that members can join again.
      first_time: first?.time ?? "~",
      last_time: last?.time ?? "",
      representative: first?.feedback_id ?? "",
      ...(movedTo === null ? {} : { moved_to: movedTo }),
    }))
    .where("id", "=", clusterId)
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}
