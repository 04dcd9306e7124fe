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
];
