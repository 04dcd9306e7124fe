import type { Kysely } from "kysely";
import { addCounts } from "../add-up.ts";
import { insertRows, BatchStatement, repeatRow } from "../batch-statement.ts";
import type { Tables } from "../tables.ts";
import type { ReviewCountColumns } from "./rollout-tables.ts";

export const COUNT_COLUMNS = [
  "reviews",
  "rejections",
  "incompatible",
  "findings",
  "drops",
  "coercions",
  "coerced_reviews",
] as const satisfies readonly (keyof ReviewCountColumns)[];

const hourStatement = (db: Kysely<Tables>, table: "review_hour" | "assigned_review_hour"): BatchStatement =>
  insertRows(db, table, ["hour", "version", ...COUNT_COLUMNS], (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(["hour", "version"]).doUpdateSet(addCounts(table, COUNT_COLUMNS)),
    ),
  );

/** Compiled statements for counting reviews. Rows are passed in the column order used here. */
export function buildReviewStatements(db: Kysely<Tables>) {
  return {
    running: new BatchStatement((count) =>
      db.selectFrom("rollout_version").selectAll().where("version", "in", repeatRow(count, "")).compile(),
    ),
    hours: hourStatement(db, "review_hour"),
    assignedHours: hourStatement(db, "assigned_review_hour"),
    slices: insertRows(db, "rollout_slice", ["rollout_id", "slice", "role", ...COUNT_COLUMNS], (insert) =>
      insert.onConflict((conflict) =>
        conflict
          .columns(["rollout_id", "slice", "role"])
          .doUpdateSet(addCounts("rollout_slice", COUNT_COLUMNS)),
      ),
    ),
    reasons: insertRows(db, "review_reason_hour", ["hour", "version", "kind", "reason", "count"], (insert) =>
      insert.onConflict((conflict) =>
        conflict
          .columns(["hour", "version", "kind", "reason"])
          .doUpdateSet(addCounts("review_reason_hour", ["count"])),
      ),
    ),
  };
}
