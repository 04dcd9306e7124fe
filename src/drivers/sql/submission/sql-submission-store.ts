import {
  type SubmissionHeader,
  SUBMISSION_STATUSES,
  type Submission,
} from "../../../core/submission/submission.ts";
import type { Page } from "../../../core/page.ts";
import type {
  SubmissionStore,
  SubmissionQuery,
  SubmissionCountQuery,
  SubmissionCounts,
  Submitted,
} from "../../../ports/submission-store.ts";
import { nameLimitsOf, type NameLimits } from "../feedback/name-limits.ts";
import { prepareRecordRows } from "../feedback/record-rows.ts";
import { buildRecordStatements } from "../feedback/record-statements.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import { saveDecision, saveSubmission } from "./save-submission.ts";
import { fromSubmissionRow, parseHeader, toSubmissionRow } from "./submission-row.ts";
import { type Kysely, sql, type Transaction } from "kysely";
import { readTimePage } from "../read-time-page.ts";
import { findFirst } from "../query.ts";
import type { Tables } from "../tables.ts";
import { toStoredTime, toStoredHour } from "../stored-time.ts";
import { addEvent } from "../event/add-event.ts";
import { StoreError } from "../../../ports/errors.ts";

/** How often the conflicting submission may be closed before it is found. */
const MAX_TRIES = 20;

const MAX_NAMES = 500;

export function createSqlSubmissionStore(database: SqlDatabase): SubmissionStore {
  const { db, run, transact, now } = database;
  const recordRows = prepareRecordRows(db);
  const { agentHours } = buildRecordStatements(db);
  const limitNames = nameLimitsOf(db);
  return {
    submit: (submission) =>
      transact((transaction) => submitWork(transaction, submission, { agentHours, limitNames, now })),
    find: (id) =>
      run(() =>
        findFirst(
          db.selectFrom("submission").select(["header", "texts"]).where("id", "=", storedKey(id)),
          fromSubmissionRow,
        ),
      ),
    list: (query) => run(() => listSubmissions(db, query)),
    counts: (query) => run(() => countSubmissions(db, query)),
    decide: (change) =>
      transact((transaction) => saveDecision(transaction, change, { ...database, recordRows })),
    withdraw: (change) => transact((transaction) => saveSubmission(transaction, change, database)),
  };
}

const COLUMNS = { due: "due_at", newest: "submitted_at", closed: "closed_at" } as const;

function listSubmissions(db: Kysely<Tables>, query: SubmissionQuery): Promise<Page<SubmissionHeader>> {
  const { order, status: wanted, gate, agent } = query;
  const statuses = (wanted === undefined ? SUBMISSION_STATUSES : [wanted]).filter(
    (status) => order !== "closed" || status !== "waiting",
  );
  const column = COLUMNS[order];
  let rows = db.selectFrom("submission").select(["seq", `${column} as time`, "header"]);
  if (gate !== undefined) rows = rows.where("gate", "=", storedText(gate));
  if (agent !== undefined) rows = rows.where("agent", "=", storedText(agent));
  return readTimePage(
    {
      streams: statuses.map((status) => rows.where("status", "=", status)),
      columns: [column, "seq"],
      first: order === "due" ? "oldest" : "newest",
      toItem: ({ header }) => parseHeader(header),
    },
    query,
  );
}

/** Reads only the indexes of waiting submissions, never their rows. */
async function countSubmissions(
  db: Kysely<Tables>,
  { now, decidedSince, reviewer }: SubmissionCountQuery,
): Promise<SubmissionCounts> {
  const late = toStoredTime(now);
  const waiting = db.selectFrom("submission").where("status", "=", "waiting");
  const gates = await waiting
    .select(({ fn, eb }) => [
      "gate",
      fn.countAll<number>().as("waiting"),
      fn
        .sum<number | string>(eb.case().when("due_at", "<", late).then(sql.lit(1)).else(sql.lit(0)).end())
        .as("overdue"),
      fn.min("due_at").as("next_due_at"),
    ])
    .groupBy("gate")
    .orderBy("gate")
    .execute();
  const agents = await waiting
    .select(({ fn }) => ["agent", fn.countAll<number>().as("waiting")])
    .groupBy("agent")
    .orderBy("agent")
    .limit(MAX_NAMES)
    .execute();
  const oldest = await waiting
    .select("submitted_at")
    .orderBy("submitted_at")
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  // PostgreSQL returns sums as numeric, which the driver delivers as text.
  const counted = gates.map((gate) => ({ ...gate, overdue: Number(gate.overdue) }));
  return {
    waiting: counted.reduce((sum, gate) => sum + gate.waiting, 0),
    overdue: counted.reduce((sum, gate) => sum + gate.overdue, 0),
    oldest_submitted_at: oldest?.submitted_at ?? null,
    gates: counted.slice(0, MAX_NAMES),
    agents,
    decided: await countDecided(db, decidedSince === undefined ? "" : toStoredTime(decidedSince), reviewer),
  };
}

async function countDecided(db: Kysely<Tables>, since: string, reviewer?: string): Promise<number> {
  let decided = db
    .selectFrom("submission")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("status", "=", "decided")
    .where("closed_at", ">=", since);
  if (reviewer !== undefined) decided = decided.where("closed_by", "=", storedText(reviewer));
  return (await decided.executeTakeFirstOrThrow()).count;
}

/** Inserts new work with its count and event. A unique index over waiting work keeps duplicates out. */
async function submitWork(
  transaction: Transaction<Tables>,
  submission: Submission,
  {
    agentHours,
    limitNames,
    now,
  }: { readonly agentHours: AgentHours; readonly limitNames: NameLimits; readonly now: () => Date },
): Promise<Submitted> {
  const row = toSubmissionRow(submission);
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const added = await transaction
      .insertInto("submission")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning("seq")
      .executeTakeFirst();
    if (added !== undefined) {
      const { id, agent, gate, status, revision } = row;
      const named = { agent, hour: toStoredHour(row.submitted_at), outcome: null, tags: [], byPerson: false };
      for (const counted of await limitNames(transaction, [named])) {
        await agentHours.run(transaction, [[counted.agent, counted.hour, 1, 0, 0, 0]]);
      }
      await addEvent(transaction, "submission.changed", { id, agent, gate, status, revision }, now);
      return { state: "new", submission };
    }
    const known = (await find("id", row.id)) ?? (await find("work", row.work));
    if (known !== undefined) return { state: "known", submission: fromSubmissionRow(known) };
  }
  throw new StoreError(
    "store_locked",
    "the same work is being submitted and closed at the same time; try again",
  );

  function find(column: "id" | "work", value: string) {
    const rows = transaction.selectFrom("submission").select(["header", "texts"]).where(column, "=", value);
    // As a literal, because SQLite only uses the partial index if it sees the value.
    return (column === "id" ? rows : rows.where("status", "=", sql.lit("waiting"))).executeTakeFirst();
  }
}

type AgentHours = ReturnType<typeof buildRecordStatements>["agentHours"];
