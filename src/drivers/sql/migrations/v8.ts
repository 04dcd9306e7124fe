import type { Migration } from "./migration.ts";

/** Alerts, and endpoints of webhooks. */
export const V8: Migration = {
  version: 8,
  statements: ({ text, integer, keyedTable }) => [
    `create table alert (
         id ${text} not null primary key,
         condition ${text} not null,
         revision ${integer} not null,
         raised_at ${text} not null,
         absent_since ${text},
         cleared_at ${text},
         document ${text} not null
       ) ${keyedTable}`,
    "create unique index alert_raised on alert (condition) where cleared_at is null",
    "create index alert_raised_at on alert (raised_at, id)",
    "create index alert_cleared_at on alert (cleared_at)",
    `create table webhook_endpoint (
         name ${text} not null primary key,
         since ${text} not null,
         seen_at ${text} not null
       ) ${keyedTable}`,
  ],
};
