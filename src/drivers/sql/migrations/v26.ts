import type { Migration } from "./migration.ts";

/** Invitations that nobody has accepted yet. */
export const V26: Migration = {
  version: 26,
  statements: ({ text, keyedTable }) => [
    `create table invitation (
         id ${text} not null,
         hash ${text} not null,
         name ${text} not null,
         role ${text} not null,
         created_at ${text} not null,
         created_by ${text} not null,
         expires_at ${text} not null,
         issued_with ${text},
         primary key (id)
       ) ${keyedTable}`,
    "create unique index invitation_hash on invitation (hash)",
    "create index invitation_created on invitation (created_at, id)",
    "create index invitation_expires on invitation (expires_at)",
    "create index invitation_name on invitation (name)",
    "create index invitation_created_by on invitation (created_by)",
  ],
};
