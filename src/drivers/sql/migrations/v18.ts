import type { Migration } from "./migration.ts";

/** Which records judged or accepted which output, to find decisions about the same one. */
export const V18: Migration = {
  version: 18,
  statements: ({ text, integer, keyedTable, outputHash: { judged, accepted } }) => [
    `create table feedback_output (
         hash ${text} not null,
         seq ${integer} not null,
         primary key (hash, seq)
       ) ${keyedTable}`,
    `insert into feedback_output (hash, seq)
       select ${judged}, seq from feedback where ${judged} is not null
       union
       select ${accepted}, seq from feedback where ${accepted} is not null`,
  ],
};
