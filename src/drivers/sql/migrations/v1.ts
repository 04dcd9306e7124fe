import type { Migration } from "./migration.ts";

/** Feedback with its roll-ups, and the outbox. */
export const V1: Migration = {
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
};
