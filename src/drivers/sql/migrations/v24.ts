import type { Migration } from "./migration.ts";

/** When checks last ran in the hook of each agent. */
export const V24: Migration = {
  version: 24,
  statements: ({ text, keyedTable }) => [
    `create table check_hook_run (
         check_id ${text} not null,
         agent ${text} not null,
         last_ran ${text} not null,
         primary key (check_id, agent)
       ) ${keyedTable}`,
    "create index check_hook_run_time on check_hook_run (last_ran)",
  ],
};
