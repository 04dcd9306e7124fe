import type { Migration } from "./migration.ts";

/** Trials of rules: their tasks by arm, and in which of them the mistake came back. */
export const V22: Migration = {
  version: 22,
  statements: ({ text, integer, counter, keyedTable }) => [
    `create table trial (
         seq ${counter},
         id ${text} not null,
         rule_id ${text} not null,
         running ${text} not null,
         state ${text} not null,
         rule_version ${integer} not null,
         share ${text} not null,
         secret ${text} not null,
         revision ${integer} not null,
         updated_at ${text} not null,
         document ${text} not null
       )`,
    "create unique index trial_id on trial (id)",
    "create unique index trial_running on trial (running)",
    "create index trial_rule on trial (rule_id, updated_at, seq)",
    "create index trial_state on trial (state, updated_at, seq)",
    "create index trial_updated on trial (updated_at, seq)",
    `create table trial_task (
         trial_id ${text} not null,
         agent ${text} not null,
         task ${text} not null,
         arm ${text} not null,
         recurred ${integer} not null,
         primary key (trial_id, agent, task)
       ) ${keyedTable}`,
    `create table trial_day (
         trial_id ${text} not null,
         day ${text} not null,
         arm ${text} not null,
         tasks ${integer} not null,
         primary key (trial_id, day, arm)
       ) ${keyedTable}`,
    `create table trial_tally (
         trial_id ${text} not null,
         revision ${integer} not null,
         unassigned ${integer} not null,
         document ${text} not null,
         primary key (trial_id)
       ) ${keyedTable}`,
    `create table trial_recurrence (
         trial_id ${text} not null,
         feedback_id ${text} not null,
         noted ${text} not null,
         primary key (trial_id, feedback_id)
       ) ${keyedTable}`,
    `create table trial_exemption (
         rule_id ${text} not null,
         exempted_by ${text} not null,
         exempted_at ${text} not null,
         reason ${text} not null,
         primary key (rule_id)
       ) ${keyedTable}`,
    "create index trial_exempted_by on trial_exemption (exempted_by)",
  ],
};
