import type { Migration } from "./migration.ts";

/** Assignments of reviews to rollouts, and separate counts for assigned reviews. */
export const V12: Migration = {
  version: 12,
  statements: ({ text, integer, keyedTable }) => [
    `create table review_assignment (
         id ${text} not null primary key,
         rollout_id ${text} not null,
         review_key ${text} not null,
         version ${text} not null,
         assigned_at ${text} not null,
         used ${integer} not null
       ) ${keyedTable}`,
    "create index review_assignment_key on review_assignment (rollout_id, review_key)",
    `create table assigned_review_hour (
         hour ${integer} not null,
         version ${text} not null,
         reviews ${integer} not null,
         rejections ${integer} not null,
         incompatible ${integer} not null,
         findings ${integer} not null,
         drops ${integer} not null,
         coercions ${integer} not null,
         coerced_reviews ${integer} not null,
         primary key (hour, version)
       ) ${keyedTable}`,
    // Counts from before assignments existed remain valid for promoted versions.
    "insert into assigned_review_hour select * from review_hour",
  ],
};
