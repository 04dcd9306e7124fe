import type { Migration } from "./migration.ts";

/** Vectors. */
export const V3: Migration = {
  version: 3,
  statements: ({ text, integer, bytes, keyedTable }) => [
    `create table vector_entry (
         model ${text} not null,
         id ${text} not null,
         seq ${integer} not null,
         vector ${bytes} not null,
         primary key (model, id)
       )`,
    "create unique index vector_entry_seq on vector_entry (model, seq)",
    `create table vector_removed (
         model ${text} not null,
         seq ${integer} not null,
         id ${text} not null,
         primary key (model, seq)
       ) ${keyedTable}`,
    `create table vector_head (
         model ${text} not null primary key,
         seq ${integer} not null,
         forgotten ${integer} not null
       ) ${keyedTable}`,
  ],
};
