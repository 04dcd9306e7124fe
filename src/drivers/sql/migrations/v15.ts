import type { Migration } from "./migration.ts";

/** Where Emend moved the members of a cluster it emptied, and which clusters people want unchanged. */
export const V15: Migration = {
  version: 15,
  statements: ({ text, keyedTable }) => [
    `alter table cluster add column moved_to ${text}`,
    `create table cluster_kept (
         cluster_id ${text} not null,
         other_id ${text} not null,
         primary key (cluster_id, other_id)
       ) ${keyedTable}`,
  ],
};
