import type { Migration } from "./migration.ts";

/** Tasks, and the rounds of feedback on each. */
export const V17: Migration = {
  version: 17,
  statements: ({ text, integer, counter, keyedTable }) => [
    `create table task (
         seq ${counter},
         agent ${text} not null,
         name ${text} not null,
         last_position ${integer} not null,
         last_number ${integer} not null,
         escalations ${integer} not null,
         updated_at ${text} not null,
         header ${text} not null
       )`,
    "create unique index task_name on task (agent, name)",
    "create index task_updated on task (updated_at, seq)",
    "create index task_agent_updated on task (agent, updated_at, seq)",
    "create index task_name_updated on task (name, updated_at, seq)",
    `create table task_round (
         agent ${text} not null,
         task ${text} not null,
         position ${integer} not null,
         document_id ${text} not null,
         recorded_by ${text} not null,
         recorded_at ${text} not null,
         document ${text} not null,
         primary key (agent, task, position)
       ) ${keyedTable}`,
    "create unique index task_round_document on task_round (agent, task, document_id)",
    "create index task_round_recorded_by on task_round (recorded_by)",
    "create index task_round_recorded_at on task_round (recorded_at)",
  ],
};
