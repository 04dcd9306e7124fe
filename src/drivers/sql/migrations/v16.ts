import type { Migration } from "./migration.ts";

/** The log of prompt refinements, and the feedback that followed in each run. */
export const V16: Migration = {
  version: 16,
  statements: ({ text, integer, counter, keyedTable }) => [
    `create table refinement (
         seq ${counter},
         id ${text} not null,
         time ${text} not null,
         agent ${text} not null,
         session ${text} not null,
         run ${text} not null,
         feedback_type ${text} not null,
         iteration ${integer} not null,
         recorded_by ${text} not null,
         actions ${text} not null,
         brief ${text} not null,
         texts ${text} not null
       )`,
    "create unique index refinement_id on refinement (id)",
    "create index refinement_time on refinement (time, seq)",
    "create index refinement_session on refinement (session, time, seq)",
    "create index refinement_run on refinement (run, time, seq)",
    "create index refinement_by on refinement (recorded_by, seq)",
    `create table run_heard (
         run ${text} not null,
         time ${text} not null,
         seq ${integer} not null,
         agent ${text} not null,
         feedback_id ${text} not null,
         heard ${text} not null,
         primary key (run, time, seq)
       ) ${keyedTable}`,
  ],
};
