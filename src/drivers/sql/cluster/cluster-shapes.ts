import { type Kysely, sql } from "kysely";
import { RowShapes, rowsOf } from "../row-shapes.ts";
import type { Tables } from "../tables.ts";
import { addAuthors, addDays } from "./add-counts.ts";

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
export function buildClusterShapes(db: Kysely<Tables>) {
  return {
    memberships: new RowShapes((count) =>
      db
        .selectFrom("cluster_member")
        .select(["feedback_id", "cluster_id", "judged", "placed_by"])
        .where("feedback_id", "in", rowsOf(count, ""))
        .compile(),
    ),
    /** The first page of a cluster's members. Parameters: cluster id, limit. */
    newest: new RowShapes(() => newestMembers(db, "", 1).compile()),
    /** Changes nothing, but locks the cluster until the transaction ends. */
    hold: new RowShapes(() =>
      db
        .updateTable("cluster")
        .set((eb) => ({ name: eb.ref("name") }))
        .where("id", "=", "")
        .where("merged_into", "is", null)
        .returning("id")
        .compile(),
    ),
    members: new RowShapes((count) =>
      db
        .insertInto("cluster_member")
        .values(
          rowsOf(count, {
            feedback_id: "",
            cluster_id: "",
            time: "",
            author: "",
            trust: "",
            agent: "",
            judged: "",
          }),
        )
        .onConflict((conflict) => conflict.column("feedback_id").doNothing())
        .returning("feedback_id")
        .compile(),
    ),
    /** Parameters: size, first time twice, last time twice, representative, id. */
    grow: new RowShapes(() =>
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
    authors: new RowShapes((count) =>
      db
        .insertInto("cluster_author")
        .values(rowsOf(count, { cluster_id: "", author: "", trust: "", count: 0 }))
        .onConflict(addAuthors)
        .compile(),
    ),
    days: new RowShapes((count) =>
      db
        .insertInto("cluster_day")
        .values(rowsOf(count, { cluster_id: "", day: "", agent: "", count: 0 }))
        .onConflict(addDays)
        .compile(),
    ),
    outbox: new RowShapes((count) =>
      db
        .insertInto("outbox")
        .values(rowsOf(count, { type: "", payload: "", created_at: "" }))
        .compile(),
    ),
  };
}

export type ClusterShapes = ReturnType<typeof buildClusterShapes>;
