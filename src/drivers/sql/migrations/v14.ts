import type { Migration } from "./migration.ts";

/** Who said that they work alone with this store: one row at most. */
export const V14: Migration = {
  version: 14,
  statements: ({ text, keyedTable }) => [
    `create table lone_person (
         name ${text} not null primary key,
         since ${text} not null
       ) ${keyedTable}`,
  ],
};
