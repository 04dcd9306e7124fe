import type { Kysely } from "kysely";
import { RowShapes, rowsOf } from "../row-shapes.ts";
import type { Tables } from "../tables.ts";
import { addUp } from "../add-up.ts";

/** Compiled statements for recording. Rows are passed in the column order used here. */
export function buildRecordShapes(db: Kysely<Tables>) {
  const known = (column: "id" | "event_id" | "fingerprint") =>
    new RowShapes((count) =>
      db
        .selectFrom("feedback")
        .select(["id", "event_id", "fingerprint", "record"])
        .where(column, "in", rowsOf(count, ""))
        .compile(),
    );
  return {
    feedback: new RowShapes((count) =>
      db
        .insertInto("feedback")
        .values(
          rowsOf(count, {
            id: "",
            event_id: "",
            fingerprint: "",
            agent: "",
            author: "",
            time: "",
            record: "",
          }),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning(["id", "seq"])
        .compile(),
    ),
    knownIds: known("id"),
    knownEvents: known("event_id"),
    knownPrints: known("fingerprint"),
    tags: new RowShapes((count) =>
      db
        .insertInto("feedback_tag")
        .values(rowsOf(count, { tag: "", time: "", seq: 0 }))
        .compile(),
    ),
    runs: new RowShapes((count) =>
      db
        .insertInto("run_heard")
        .values(rowsOf(count, { run: "", time: "", seq: 0, agent: "", feedback_id: "", heard: "" }))
        .compile(),
    ),
    outputs: new RowShapes((count) =>
      db
        .insertInto("feedback_output")
        .values(rowsOf(count, { hash: "", seq: 0 }))
        .compile(),
    ),
    agentHours: new RowShapes((count) =>
      db
        .insertInto("agent_hour")
        .values(
          rowsOf(count, {
            agent: "",
            hour: 0,
            submitted: 0,
            approved: 0,
            approved_with_changes: 0,
            rejected: 0,
          }),
        )
        .onConflict((conflict) =>
          conflict
            .columns(["agent", "hour"])
            .doUpdateSet(addUp("agent_hour", ["submitted", "approved", "approved_with_changes", "rejected"])),
        )
        .compile(),
    ),
    tagHours: new RowShapes((count) =>
      db
        .insertInto("tag_hour")
        .values(rowsOf(count, { agent: "", hour: 0, tag: "", rejections: 0, remarks: 0 }))
        .onConflict((conflict) =>
          conflict
            .columns(["agent", "hour", "tag"])
            .doUpdateSet(addUp("tag_hour", ["rejections", "remarks"])),
        )
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
