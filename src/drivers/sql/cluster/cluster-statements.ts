import { type Kysely, sql } from "kysely";
import { insertRows, BatchStatement, repeatRow } from "../batch-statement.ts";
import type { Tables } from "../tables.ts";
import { addAuthors, addDays } from "./cluster-counts.ts";

/** Members of a cluster, newest first. */
export const newestMembers = (db: Kysely<Tables>, clusterId: string, count: number) =>
  db
    .selectFrom("cluster_member")
    .select(["seq", "feedback_id", "cluster_id", "time", "author", "trust", "agent", "judged", "placed_by"])
    .where("cluster_id", "=", clusterId)
    .orderBy("time", "desc")
    .orderBy("seq", "desc")
    .limit(count);

/** Compiled statements for adding members. Rows are passed in the column order used here. */
export function buildClusterStatements(db: Kysely<Tables>) {
  return {
    memberships: new BatchStatement((count) =>
      db
        .selectFrom("cluster_member")
        .select(["feedback_id", "cluster_id", "judged", "placed_by"])
        .where("feedback_id", "in", repeatRow(count, ""))
        .compile(),
    ),
    /** The first page of a cluster's members. Parameters: cluster id, limit. */
    newest: new BatchStatement(() => newestMembers(db, "", 1).compile()),
    /** Changes nothing, but locks the cluster until the transaction ends. */
    lock: new BatchStatement(() =>
      db
        .updateTable("cluster")
        .set((eb) => ({ name: eb.ref("name") }))
        .where("id", "=", "")
        .where("merged_into", "is", null)
        .returning("id")
        .compile(),
    ),
    members: insertRows(
      db,
      "cluster_member",
      ["feedback_id", "cluster_id", "time", "author", "trust", "agent", "judged"],
      (insert) =>
        insert.onConflict((conflict) => conflict.column("feedback_id").doNothing()).returning("feedback_id"),
    ),
    /** Parameters: size, first time twice, last time twice, representative, id. */
    grow: new BatchStatement(() =>
      db
        .updateTable("cluster")
        .set((eb) => ({
          revision: eb("revision", "+", sql.lit(1)),
          size: eb("size", "+", 0),
          first_time: sql<string>`case when ${""} < first_time then ${""} else first_time end`,
          last_time: sql<string>`case when ${""} > last_time then ${""} else last_time end`,
          representative: sql<string>`case when representative = '' then ${""} else representative end`,
        }))
        .where("id", "=", "")
        .returning("revision")
        .compile(),
    ),
    authors: insertRows(db, "cluster_author", ["cluster_id", "author", "trust", "count"], (insert) =>
      insert.onConflict(addAuthors),
    ),
    days: insertRows(db, "cluster_day", ["cluster_id", "day", "agent", "count"], (insert) =>
      insert.onConflict(addDays),
    ),
    outbox: insertRows(db, "outbox", ["type", "payload", "created_at"]),
  };
}

export type ClusterStatements = ReturnType<typeof buildClusterStatements>;
