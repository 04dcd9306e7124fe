import type { Migration } from "./migration.ts";

/** Tokens, sessions, login links, and idempotency keys. */
export const V7: Migration = {
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
};
