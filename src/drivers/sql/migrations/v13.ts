import type { Migration } from "./migration.ts";

/** Corrections that agents are no longer reminded of, and why. */
export const V13: Migration = {
  version: 13,
  statements: ({ text, keyedTable }) => [
    `create table reminder_end (
         feedback_id ${text} not null primary key,
         how ${text} not null,
         ended_by ${text} not null,
         reason ${text} not null,
         ended_at ${text} not null
       ) ${keyedTable}`,
    "create index reminder_end_by on reminder_end (ended_by)",
  ],
};
