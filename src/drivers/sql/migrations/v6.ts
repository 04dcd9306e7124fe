import type { Migration } from "./migration.ts";

/** Submissions. */
export const V6: Migration = {
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
};
