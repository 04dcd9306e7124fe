import type { Kysely } from "kysely";
import { addCounts } from "../add-up.ts";
import { insertCorrections } from "../correction/correction-row.ts";
import { insertRows, BatchStatement, repeatRow } from "../batch-statement.ts";
import type { Tables } from "../tables.ts";

const AGENT_COUNTS = ["submitted", "approved", "approved_with_changes", "rejected"] as const;
const TAG_COUNTS = ["rejections", "remarks"] as const;

/** Compiled statements for recording. Rows are passed in the column order used here. */
export function buildRecordStatements(db: Kysely<Tables>) {
  const known = (column: "id" | "event_id" | "fingerprint") =>
    new BatchStatement((count) =>
      db
        .selectFrom("feedback")
        .select(["id", "event_id", "fingerprint", "record"])
        .where(column, "in", repeatRow(count, ""))
        .compile(),
    );
  return {
    feedback: insertRows(
      db,
      "feedback",
      ["id", "event_id", "fingerprint", "agent", "author", "time", "record"],
      (insert) => insert.onConflict((conflict) => conflict.doNothing()).returning(["id", "seq"]),
    ),
    knownIds: known("id"),
    knownEvents: known("event_id"),
    knownPrints: known("fingerprint"),
    tags: insertRows(db, "feedback_tag", ["tag", "time", "seq"]),
    runs: insertRows(db, "run_heard", ["run", "time", "seq", "agent", "feedback_id", "heard"]),
    outputs: insertRows(db, "feedback_output", ["hash", "seq"]),
    corrections: insertCorrections(db),
    agentHours: insertRows(db, "agent_hour", ["agent", "hour", ...AGENT_COUNTS], (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(["agent", "hour"]).doUpdateSet(addCounts("agent_hour", AGENT_COUNTS)),
      ),
    ),
    tagHours: insertRows(db, "tag_hour", ["agent", "hour", "tag", ...TAG_COUNTS], (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(["agent", "hour", "tag"]).doUpdateSet(addCounts("tag_hour", TAG_COUNTS)),
      ),
    ),
    outbox: insertRows(db, "outbox", ["type", "payload", "created_at"]),
  };
}
