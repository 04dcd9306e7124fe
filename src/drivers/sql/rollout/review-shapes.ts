import type { Kysely } from "kysely";
import { RowShapes } from "../row-shapes.ts";
import type { Tables } from "../tables.ts";
import type { ReviewCountColumns } from "./rollout-tables.ts";

/** In the order of the columns. */
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

/** The statements that counting runs, in the column order that their rows are given in. */
export function reviewShapes(db: Kysely<Tables>) {
  const rowsOf = <Row>(count: number, row: Row): Row[] => Array.from({ length: count }, () => row);
  return {
    running: new RowShapes((count) =>
      db.selectFrom("rollout_version").selectAll().where("version", "in", rowsOf(count, "")).compile(),
    ),
    hours: new RowShapes((count) =>
      db
        .insertInto("review_hour")
        .values(rowsOf(count, { hour: 0, version: "", ...NONE }))
        .onConflict((conflict) =>
          conflict.columns(["hour", "version"]).doUpdateSet((eb) => ({
            reviews: eb("review_hour.reviews", "+", eb.ref("excluded.reviews")),
            rejections: eb("review_hour.rejections", "+", eb.ref("excluded.rejections")),
            incompatible: eb("review_hour.incompatible", "+", eb.ref("excluded.incompatible")),
            findings: eb("review_hour.findings", "+", eb.ref("excluded.findings")),
            drops: eb("review_hour.drops", "+", eb.ref("excluded.drops")),
            coercions: eb("review_hour.coercions", "+", eb.ref("excluded.coercions")),
            coerced_reviews: eb("review_hour.coerced_reviews", "+", eb.ref("excluded.coerced_reviews")),
          })),
        )
        .compile(),
    ),
    slices: new RowShapes((count) =>
      db
        .insertInto("rollout_slice")
        .values(rowsOf(count, { rollout_id: "", slice: "", role: "baseline" as const, ...NONE }))
        .onConflict((conflict) =>
          conflict.columns(["rollout_id", "slice", "role"]).doUpdateSet((eb) => ({
            reviews: eb("rollout_slice.reviews", "+", eb.ref("excluded.reviews")),
            rejections: eb("rollout_slice.rejections", "+", eb.ref("excluded.rejections")),
            incompatible: eb("rollout_slice.incompatible", "+", eb.ref("excluded.incompatible")),
            findings: eb("rollout_slice.findings", "+", eb.ref("excluded.findings")),
            drops: eb("rollout_slice.drops", "+", eb.ref("excluded.drops")),
            coercions: eb("rollout_slice.coercions", "+", eb.ref("excluded.coercions")),
            coerced_reviews: eb("rollout_slice.coerced_reviews", "+", eb.ref("excluded.coerced_reviews")),
          })),
        )
        .compile(),
    ),
    reasons: new RowShapes((count) =>
      db
        .insertInto("review_reason_hour")
        .values(rowsOf(count, { hour: 0, version: "", kind: "", reason: "", count: 0 }))
        .onConflict((conflict) =>
          conflict.columns(["hour", "version", "kind", "reason"]).doUpdateSet((eb) => ({
            count: eb("review_reason_hour.count", "+", eb.ref("excluded.count")),
          })),
        )
        .compile(),
    ),
  };
}
