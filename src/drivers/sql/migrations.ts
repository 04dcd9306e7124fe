import type { SchemaWords } from "./sql-dialect.ts";

export interface Migration {
  readonly version: number;
  readonly statements: (words: SchemaWords) => readonly string[];
}

/**
 * Every step from an empty database to the present schema, oldest first. A step that was released is never
 * changed: stores that have run it exist.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    statements: ({ text, integer, counter, keyedTable }) => [
      `create table feedback (
         seq ${counter},
         id ${text} not null,
         event_id ${text} not null,
         fingerprint ${text} not null,
         agent ${text} not null,
         author ${text} not null,
         time ${text} not null,
         record ${text} not null
       )`,
      "create unique index feedback_id on feedback (id)",
      "create unique index feedback_event on feedback (event_id)",
      "create unique index feedback_fingerprint on feedback (fingerprint)",
      "create index feedback_time on feedback (time, seq)",
      "create index feedback_agent on feedback (agent, time, seq)",
      "create index feedback_author on feedback (author, seq)",
      `create table feedback_tag (
         tag ${text} not null,
         time ${text} not null,
         seq ${integer} not null,
         primary key (tag, time, seq)
       ) ${keyedTable}`,
      `create table agent_hour (
         agent ${text} not null,
         hour ${integer} not null,
         submitted ${integer} not null,
         approved ${integer} not null,
         approved_with_changes ${integer} not null,
         rejected ${integer} not null,
         primary key (agent, hour)
       ) ${keyedTable}`,
      "create index agent_hour_hour on agent_hour (hour)",
      `create table tag_hour (
         agent ${text} not null,
         hour ${integer} not null,
         tag ${text} not null,
         rejections ${integer} not null,
         remarks ${integer} not null,
         primary key (agent, hour, tag)
       ) ${keyedTable}`,
      "create index tag_hour_hour on tag_hour (hour)",
      `create table outbox (
         id ${counter},
         type ${text} not null,
         payload ${text} not null,
         created_at ${text} not null
       )`,
    ],
  },
  {
    version: 2,
    statements: ({ text, integer, counter, keyedTable, protectAudit }) => [
      `create table event (
         position ${integer} not null primary key,
         id ${text} not null,
         body ${text} not null,
         created_at ${text} not null
       )`,
      "create unique index event_id on event (id)",
      `create table event_group (
         name ${text} not null primary key,
         position ${integer} not null,
         owner ${text} not null,
         lease_until ${integer} not null
       ) ${keyedTable}`,
      `create table event_retry (
         group_name ${text} not null,
         position ${integer} not null,
         body ${text} not null,
         attempts ${integer} not null,
         due_at ${integer} not null,
         primary key (group_name, position)
       ) ${keyedTable}`,
      "create index event_retry_due on event_retry (group_name, due_at)",
      `create table event_dead (
         id ${counter},
         group_name ${text} not null,
         position ${integer} not null,
         body ${text} not null,
         reason ${text} not null,
         attempts ${integer} not null,
         died_at ${text} not null
       )`,
      "create index event_dead_group on event_dead (group_name, id)",
      `create table audit (
         seq ${integer} not null primary key,
         time ${text} not null,
         action ${text} not null,
         subject ${text} not null,
         body ${text},
         salt ${text},
         body_hash ${text} not null,
         previous ${text} not null,
         hash ${text} not null
       )`,
      ...protectAudit,
    ],
  },
  {
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
  },
  {
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
  },
  {
    version: 5,
    statements: ({ text, keyedTable }) => [
      `create table delivery (
         id ${text} not null primary key,
         time ${text} not null
       ) ${keyedTable}`,
      "create index delivery_time on delivery (time)",
    ],
  },
];
