import type { Migration } from "./migration.ts";

const COUNTS = [
  "reviews",
  "rejections",
  "incompatible",
  "findings",
  "drops",
  "coercions",
  "coerced_reviews",
] as const;

/** Versions whose prompt version ends in patch 0, and the same without it. */
const LONG = "version like '%+%.%.0'";
const SHORT = "substr(version, 1, length(version) - 2)";

const added = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(", ");

/** `1.0` and `1.0.0` are the same prompt version, so their counts are added up. */
export const V10: Migration = {
  version: 10,
  statements: () => [
    `insert into review_hour (hour, version, ${COUNTS.join(", ")})
       select hour, ${SHORT}, ${COUNTS.join(", ")} from review_hour where ${LONG}
       on conflict (hour, version) do update set ${added("review_hour", COUNTS)}`,
    `delete from review_hour where ${LONG}`,
    `insert into review_reason_hour (hour, version, kind, reason, count)
       select hour, ${SHORT}, kind, reason, count from review_reason_hour where ${LONG}
       on conflict (hour, version, kind, reason) do update set ${added("review_reason_hour", ["count"])}`,
    `delete from review_reason_hour where ${LONG}`,
    // If running rollouts use both spellings, keeps the shorter one.
    `delete from rollout_version where ${LONG}
       and ${SHORT} in (select version from (select version from rollout_version) as known)`,
    `update rollout_version set version = ${SHORT} where ${LONG}`,
  ],
};
