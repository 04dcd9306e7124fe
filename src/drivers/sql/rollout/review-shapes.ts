import type { Kysely } from "kysely";
import { addUp } from "../add-up.ts";
import { insertRows, RowShapes, rowsOf } from "../row-shapes.ts";
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

const hourShapes = (db: Kysely<Tables>, table: "review_hour" | "assigned_review_hour"): RowShapes =>
  insertRows(db, table, ["hour", "version", ...COUNT_COLUMNS], (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(["hour", "version"]).doUpdateSet(addUp(table, COUNT_COLUMNS)),
    ),
  );

/** Compiled statements for counting reviews. Rows are passed in the column order used here. */
export function buildReviewShapes(db: Kysely<Tables>) {
  return {
    running: new RowShapes((count) =>
      db.selectFrom("rollout_version").selectAll().where("version", "in", rowsOf(count, "")).compile(),
    ),
    hours: hourShapes(db, "review_hour"),
    assignedHours: hourShapes(db, "assigned_review_hour"),
    slices: insertRows(db, "rollout_slice", ["rollout_id", "slice", "role", ...COUNT_COLUMNS], (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(["rollout_id", "slice", "role"]).doUpdateSet(addUp("rollout_slice", COUNT_COLUMNS)),
      ),
    ),
    reasons: insertRows(db, "review_reason_hour", ["hour", "version", "kind", "reason", "count"], (insert) =>
      insert.onConflict((conflict) =>
        conflict
          .columns(["hour", "version", "kind", "reason"])
          .doUpdateSet(addUp("review_reason_hour", ["count"])),
      ),
    ),
  };
}
