import type { Migration } from "./migration.ts";

/** Checks of rules, the places that they found, and what they did in all. */
export const V20: Migration = {
  version: 20,
  statements: ({ text, integer, counter, keyedTable }) => [
    `create table rule_check (
         seq ${counter},
         id ${text} not null,
         revision ${integer} not null,
         rule_id ${text} not null,
         state ${text} not null,
         running_since ${text} not null,
         updated_at ${text} not null,
         document ${text} not null
       )`,
    "create unique index rule_check_id on rule_check (id)",
    "create index rule_check_rule on rule_check (rule_id, updated_at, seq)",
    "create index rule_check_state on rule_check (state, updated_at, seq)",
    "create index rule_check_running on rule_check (running_since, seq)",
    "create index rule_check_updated on rule_check (updated_at, seq)",
    `create table check_hit (
         seq ${counter},
         id ${text} not null,
         check_id ${text} not null,
         time ${text} not null,
         verdict ${text} not null,
         judged_by ${text} not null,
         document ${text} not null
       )`,
    "create unique index check_hit_id on check_hit (id)",
    "create index check_hit_time on check_hit (time, seq)",
    "create index check_hit_verdict on check_hit (verdict, time, seq)",
    "create index check_hit_check on check_hit (check_id, time, seq)",
    "create index check_hit_check_verdict on check_hit (check_id, verdict, time, seq)",
    "create index check_hit_judged_by on check_hit (judged_by)",
    `create table check_figures (
         check_id ${text} not null primary key,
         files ${integer} not null,
         fired ${integer} not null,
         judged_right ${integer} not null,
         judged_wrong ${integer} not null,
         overridden ${integer} not null,
         caught ${integer} not null,
         last_ran ${text} not null
       ) ${keyedTable}`,
  ],
};
