import type { Migration } from "./migration.ts";

/** Corrections of the past. */
export const V19: Migration = {
  version: 19,
  statements: ({ text, integer, counter }) => [
    `create table correction (
         seq ${counter},
         id ${text} not null,
         time ${text} not null,
         project ${text} not null,
         agent ${text} not null,
         author ${text} not null,
         path ${text} not null,
         found ${text} not null,
         outcome ${text} not null,
         with_edit ${integer} not null,
         document ${text} not null
       )`,
    "create unique index correction_id on correction (id)",
    "create index correction_time on correction (time, seq)",
    ...["project", "agent", "author", "path", "found", "outcome", "with_edit"].map(
      (column) => `create index correction_${column} on correction (${column}, time, seq)`,
    ),
  ],
};
