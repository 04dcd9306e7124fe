import type { Migration } from "./migration.ts";

/** The event log and the audit log. */
export const V2: Migration = {
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
};
