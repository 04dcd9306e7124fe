import type { Migration } from "./migration.ts";

/** The settings that prompts were made with and when checks were alive, so that the prompt of a moment can be made again. */
export const V25: Migration = {
  version: 25,
  statements: ({ text, counter, keyedTable }) => [
    `create table prompt_settings (
         seq ${counter},
         time ${text} not null,
         document ${text} not null
       )`,
    "create index prompt_settings_time on prompt_settings (time, seq)",
    `create table check_hook_span (
         check_id ${text} not null,
         agent ${text} not null,
         since ${text} not null,
         last_ran ${text} not null,
         primary key (check_id, agent, since)
       ) ${keyedTable}`,
    `insert into check_hook_span (check_id, agent, since, last_ran)
       select check_id, agent, last_ran, last_ran from check_hook_run`,
    "create index audit_action on audit (action, seq)",
  ],
};
