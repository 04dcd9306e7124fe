import type { Migration } from "./migration.ts";

/** The person who declared to work alone with this store. At most one row. */
export const V14: Migration = {
  version: 14,
  statements: ({ text, keyedTable }) => [
    `create table lone_person (
         name ${text} not null primary key,
         since ${text} not null
       ) ${keyedTable}`,
  ],
};
