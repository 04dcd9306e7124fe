import type { Migration } from "./migration.ts";

/** Rollouts, and the counts they are judged by. */
export const V9: Migration = {
  version: 9,
  statements: ({ text, integer, counter, keyedTable }) => [
    `create table rollout (
         seq ${counter},
         id ${text} not null,
         revision ${integer} not null,
         stage ${text} not null,
         updated_at ${text} not null,
         document ${text} not null
       )`,
    "create unique index rollout_id on rollout (id)",
    "create index rollout_updated on rollout (updated_at, seq)",
    "create index rollout_stage on rollout (stage, updated_at, seq)",
    `create table rollout_version (
         version ${text} not null primary key,
         rollout_id ${text} not null,
         role ${text} not null,
         slice ${text} not null
       ) ${keyedTable}`,
    `create table rollout_slice (
         rollout_id ${text} not null,
         slice ${text} not null,
         role ${text} not null,
         reviews ${integer} not null,
         rejections ${integer} not null,
         incompatible ${integer} not null,
         findings ${integer} not null,
         drops ${integer} not null,
         coercions ${integer} not null,
         coerced_reviews ${integer} not null,
         primary key (rollout_id, slice, role)
       ) ${keyedTable}`,
    `create table review_hour (
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
    `create table review_reason_hour (
         hour ${integer} not null,
         version ${text} not null,
         kind ${text} not null,
         reason ${text} not null,
         count ${integer} not null,
         primary key (hour, version, kind, reason)
       ) ${keyedTable}`,
  ],
};
