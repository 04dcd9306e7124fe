import type { Migration } from "./migration.ts";

/** Deliveries of webhooks. */
export const V5: Migration = {
  version: 5,
  statements: ({ text, keyedTable }) => [
    `create table delivery (
         id ${text} not null primary key,
         time ${text} not null
       ) ${keyedTable}`,
    "create index delivery_time on delivery (time)",
  ],
};
