import type { Migration } from "./migration.ts";

/** Rules and injections, evaluations, clusters. */
export const V4: Migration = {
  version: 4,
  statements: ({ text, integer, counter, keyedTable }) => [
    `create table rule (
         seq ${counter},
         id ${text} not null,
         revision ${integer} not null,
         status ${text} not null,
         cluster_id ${text} not null,
         in_force_since ${text} not null,
         pending_since ${text} not null,
         updated_at ${text} not null,
         document ${text} not null
       )`,
    "create unique index rule_id on rule (id)",
    "create index rule_cluster on rule (cluster_id, seq)",
    "create index rule_in_force on rule (in_force_since, seq)",
    "create index rule_pending on rule (pending_since, seq)",
    "create index rule_updated on rule (updated_at, seq)",
    "create index rule_status on rule (status, updated_at, seq)",
    `create table rule_agent (
         agent ${text} not null,
         in_force_since ${text} not null,
         seq ${integer} not null,
         primary key (agent, in_force_since, seq)
       ) ${keyedTable}`,
    "create index rule_agent_seq on rule_agent (seq)",
    `create table injection (
         run ${text} not null,
         agent ${text} not null,
         revision ${integer} not null,
         document ${text} not null,
         primary key (run, agent)
       )`,
    `create table run_day (
         agent ${text} not null,
         day ${text} not null,
         runs ${integer} not null,
         primary key (agent, day)
       ) ${keyedTable}`,
    "create index run_day_day on run_day (day, agent)",
    `create table rule_run_day (
         rule_id ${text} not null,
         day ${text} not null,
         agent ${text} not null,
         runs ${integer} not null,
         primary key (rule_id, day, agent)
       ) ${keyedTable}`,
    `create table evaluation (
         seq ${counter},
         feedback_id ${text} not null,
         revision ${integer} not null,
         standing ${text} not null,
         resolved ${integer} not null,
         resolved_by ${text},
         time ${text} not null,
         document ${text} not null
       )`,
    "create unique index evaluation_feedback on evaluation (feedback_id)",
    "create index evaluation_time on evaluation (time, seq)",
    "create index evaluation_standing on evaluation (standing, resolved, time, seq)",
    "create index evaluation_resolved_by on evaluation (resolved_by, seq) where resolved_by is not null",
    `create table evaluation_count (
         standing ${text} not null,
         part ${integer} not null,
         count ${integer} not null,
         primary key (standing, part)
       ) ${keyedTable}`,
    `create table cluster (
         seq ${counter},
         id ${text} not null,
         revision ${integer} not null,
         size ${integer} not null,
         first_time ${text} not null,
         last_time ${text} not null,
         representative ${text} not null,
         name ${text},
         merged_into ${text}
       )`,
    "create unique index cluster_id on cluster (id)",
    "create index cluster_size on cluster (size, seq)",
    "create index cluster_recent on cluster (last_time, seq, size)",
    "create index cluster_merged on cluster (merged_into) where merged_into is not null",
    `create table cluster_member (
         seq ${counter},
         feedback_id ${text} not null,
         cluster_id ${text} not null,
         time ${text} not null,
         author ${text} not null,
         trust ${text} not null,
         agent ${text} not null,
         judged ${text} not null,
         placed_by ${text}
       )`,
    "create unique index cluster_member_feedback on cluster_member (feedback_id)",
    "create index cluster_member_time on cluster_member (cluster_id, time, seq)",
    "create index cluster_member_author on cluster_member (author, seq)",
    "create index cluster_member_placed_by on cluster_member (placed_by, seq) where placed_by is not null",
    `create table cluster_author (
         cluster_id ${text} not null,
         author ${text} not null,
         trust ${text} not null,
         count ${integer} not null,
         primary key (cluster_id, author, trust)
       ) ${keyedTable}`,
    `create table cluster_day (
         cluster_id ${text} not null,
         day ${text} not null,
         agent ${text} not null,
         count ${integer} not null,
         primary key (cluster_id, day, agent)
       ) ${keyedTable}`,
    `create table cluster_apart (
         cluster_id ${text} not null,
         other_id ${text} not null,
         primary key (cluster_id, other_id)
       ) ${keyedTable}`,
  ],
};
