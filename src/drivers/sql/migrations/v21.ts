import type { Migration } from "./migration.ts";

/** When injections happened, the models of runs, and which run made which commit. */
export const V21: Migration = {
  version: 21,
  statements: ({ text, integer, keyedTable, injectionTime }) => [
    `alter table injection add column time ${text} not null default ''`,
    `update injection set time = coalesce(${injectionTime}, '')`,
    "create index injection_agent_time on injection (agent, time)",
    "create index injection_time on injection (time)",
    `create table run_model_day (
         agent ${text} not null,
         day ${text} not null,
         model ${text} not null,
         runs ${integer} not null,
         primary key (agent, day, model)
       ) ${keyedTable}`,
    `create table rule_run_model_day (
         rule_id ${text} not null,
         day ${text} not null,
         agent ${text} not null,
         model ${text} not null,
         runs ${integer} not null,
         primary key (rule_id, day, agent, model)
       ) ${keyedTable}`,
    `create table commit_run (
         commit_id ${text} not null,
         run ${text} not null,
         agent ${text} not null,
         time ${text} not null,
         document ${text} not null,
         primary key (commit_id, run, agent)
       )`,
  ],
};
