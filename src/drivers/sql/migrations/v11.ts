import type { Migration } from "./migration.ts";

/** Links logins to people, adds marks of erased logins, and records the login of a token's issuer. */
export const V11: Migration = {
  version: 11,
  statements: ({ text, counter, keyedTable }) => [
    `create table person_login (
         seq ${counter},
         person ${text} not null,
         login ${text} not null,
         name ${text} not null,
         name_key ${text} not null,
         how ${text} not null,
         linked_at ${text} not null,
         linked_by ${text} not null,
         unlinked_at ${text},
         unlinked_by ${text}
       )`,
    "create index person_login_person on person_login (person)",
    "create index person_login_login on person_login (login)",
    "create index person_login_name on person_login (name_key)",
    `create table erased_login (
         hash ${text} not null primary key,
         salt ${text} not null,
         erased_at ${text} not null,
         admitted_at ${text}
       ) ${keyedTable}`,
    `alter table token add column issued_with ${text}`,
  ],
};
