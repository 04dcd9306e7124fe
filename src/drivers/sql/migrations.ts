import { ROLLOUT_MIGRATION } from "./rollout/rollout-migration.ts";
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
  {
    version: 6,
    statements: ({ text, integer, counter }) => [
      `create table submission (
         seq ${counter},
         id ${text} not null,
         work ${text} not null,
         revision ${integer} not null,
         status ${text} not null,
         agent ${text} not null,
         gate ${text} not null,
         submitted_by ${text} not null,
         submitted_at ${text} not null,
         due_at ${text} not null,
         closed_by ${text},
         closed_at ${text} not null,
         header ${text} not null,
         texts ${text} not null
       )`,
      "create unique index submission_id on submission (id)",
      "create unique index submission_work on submission (work) where status = 'waiting'",
      "create index submission_due on submission (status, due_at, seq)",
      "create index submission_newest on submission (status, submitted_at, seq)",
      "create index submission_closed on submission (status, closed_at, seq)",
      "create index submission_gate_due on submission (status, gate, due_at, seq)",
      "create index submission_gate_newest on submission (status, gate, submitted_at, seq)",
      "create index submission_gate_closed on submission (status, gate, closed_at, seq)",
      "create index submission_agent_due on submission (status, agent, due_at, seq)",
      "create index submission_agent_newest on submission (status, agent, submitted_at, seq)",
      "create index submission_agent_closed on submission (status, agent, closed_at, seq)",
      "create index submission_submitted_by on submission (submitted_by)",
      "create index submission_closed_by on submission (closed_by, status, closed_at) where closed_by is not null",
    ],
  },
  {
    version: 7,
    statements: ({ text, counter, keyedTable }) => [
      `create table token (
         seq ${counter},
         id ${text} not null,
         hash ${text} not null,
         name ${text} not null,
         role ${text} not null,
         agent ${text},
         created_at ${text} not null,
         created_by ${text} not null,
         expires_at ${text} not null,
         revoked_at ${text},
         revoked_by ${text},
         last_used_at ${text}
       )`,
      "create unique index token_id on token (id)",
      "create unique index token_hash on token (hash)",
      "create index token_created on token (created_at, seq)",
      "create index token_role on token (role)",
      "create index token_created_by on token (created_by)",
      "create index token_revoked_by on token (revoked_by) where revoked_by is not null",
      `create table session (
         id_hash ${text} not null primary key,
         person ${text} not null,
         token_id ${text},
         principal ${text} not null,
         created_at ${text} not null,
         expires_at ${text} not null,
         ends_at ${text} not null
       ) ${keyedTable}`,
      "create index session_person on session (person)",
      "create index session_token on session (token_id) where token_id is not null",
      "create index session_expires on session (expires_at)",
      `create table login_link (
         hash ${text} not null primary key,
         person ${text} not null,
         token_id ${text},
         principal ${text} not null,
         created_at ${text} not null,
         expires_at ${text} not null
       ) ${keyedTable}`,
      "create index login_link_person on login_link (person)",
      "create index login_link_token on login_link (token_id) where token_id is not null",
      "create index login_link_expires on login_link (expires_at)",
      `create table idempotency (
         id ${text} not null primary key,
         principal ${text} not null,
         request_hash ${text} not null,
         begun_at ${text} not null,
         answer ${text}
       ) ${keyedTable}`,
      "create index idempotency_begun on idempotency (begun_at)",
    ],
  },
  {
    version: 8,
    statements: ({ text, integer, keyedTable }) => [
      `create table alert (
         id ${text} not null primary key,
         condition ${text} not null,
         revision ${integer} not null,
         raised_at ${text} not null,
         absent_since ${text},
         cleared_at ${text},
         document ${text} not null
       ) ${keyedTable}`,
      "create unique index alert_raised on alert (condition) where cleared_at is null",
      "create index alert_raised_at on alert (raised_at, id)",
      "create index alert_cleared_at on alert (cleared_at)",
      `create table webhook_endpoint (
         name ${text} not null primary key,
         since ${text} not null,
         seen_at ${text} not null
       ) ${keyedTable}`,
    ],
  },
  ROLLOUT_MIGRATION,
];
