import type { Kysely } from "kysely";
import { RowShapes, rowsOf } from "../row-shapes.ts";
import type { Tables } from "../tables.ts";
import type { ReviewCountColumns } from "./rollout-tables.ts";
import { addUp } from "../add-up.ts";

/** In column order. */
export type Counts = readonly [
  reviews: number,
  rejections: number,
  incompatible: number,
  findings: number,
  drops: number,
  coercions: number,
  coercedReviews: number,
];

export const COUNT_COLUMNS = [
  "reviews",
  "rejections",
  "incompatible",
  "findings",
  "drops",
  "coercions",
  "coerced_reviews",
] as const satisfies readonly (keyof ReviewCountColumns)[];

const NONE: ReviewCountColumns = {
  reviews: 0,
  rejections: 0,
  incompatible: 0,
  findings: 0,
  drops: 0,
  coercions: 0,
  coerced_reviews: 0,
};

const hourShapes = (db: Kysely<Tables>, table: "review_hour" | "assigned_review_hour"): RowShapes =>
  new RowShapes((count) =>
    db
      .insertInto(table)
      .values(rowsOf(count, { hour: 0, version: "", ...NONE }))
      .onConflict((conflict) =>
        conflict.columns(["hour", "version"]).doUpdateSet(addUp(table, COUNT_COLUMNS)),
      )
      .compile(),
  );

/** Compiled statements for counting reviews. Rows are passed in the column order used here. */
export function reviewShapes(db: Kysely<Tables>) {
  return {
    running: new RowShapes((count) =>
      db.selectFrom("rollout_version").selectAll().where("version", "in", rowsOf(count, "")).compile(),
    ),
    hours: hourShapes(db, "review_hour"),
    assignedHours: hourShapes(db, "assigned_review_hour"),
    slices: new RowShapes((count) =>
      db
        .insertInto("rollout_slice")
        .values(rowsOf(count, { rollout_id: "", slice: "", role: "baseline" as const, ...NONE }))
        .onConflict((conflict) =>
          conflict
            .columns(["rollout_id", "slice", "role"])
            .doUpdateSet(addUp("rollout_slice", COUNT_COLUMNS)),
        )
        .compile(),
    ),
    reasons: new RowShapes((count) =>
      db
        .insertInto("review_reason_hour")
        .values(rowsOf(count, { hour: 0, version: "", kind: "", reason: "", count: 0 }))
        .onConflict((conflict) =>
          conflict
            .columns(["hour", "version", "kind", "reason"])
            .doUpdateSet(addUp("review_reason_hour", ["count"])),
        )
        .compile(),
    ),
  };
}
