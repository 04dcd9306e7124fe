import { type ExpressionBuilder, type Kysely, sql, type SqlBool } from "kysely";
import type { NextResult, NextOutcome } from "../../../core/prompt/refinement-record.ts";
import type { RefinementQuery, RefinementStore } from "../../../ports/iteration-store.ts";
import { readTimePage } from "../read-time-page.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import { toStoredTime } from "../stored-time.ts";
import type { Tables } from "../tables.ts";
import { parseBrief, parseRefinement, toRefinementRow } from "./refinement-row.ts";

export function createSqlRefinementStore({ db, run, transact }: SqlDatabase): RefinementStore {
  return {
    record: (records) =>
      transact(async (transaction) => {
        let added = 0;
        for (const record of records) {
          const { numInsertedOrUpdatedRows } = await transaction
            .insertInto("refinement")
            .values(toRefinementRow(record))
            .onConflict((conflict) => conflict.column("id").doNothing())
            .executeTakeFirst();
          added += Number(numInsertedOrUpdatedRows ?? 0);
        }
        return added;
      }),
    find: (id) =>
      run(async () => {
        const row = await withNextFeedback(db)
          .select("texts")
          .where("refinement.id", "=", storedKey(id))
          .executeTakeFirst();
        return row === undefined
          ? undefined
          : { ...parseRefinement(row.brief, row.texts), next: toNextOutcome(row) };
      }),
    list: (query) =>
      run(() =>
        readTimePage(
          {
            streams: [selectRefinements(db, query).select("texts")],
            columns: TIME_COLUMNS,
            toItem: (row) => ({ ...parseRefinement(row.brief, row.texts), next: toNextOutcome(row) }),
          },
          query,
        ),
      ),
    briefs: (query) =>
      run(() =>
        readTimePage(
          {
            streams: [selectRefinements(db, query)],
            columns: TIME_COLUMNS,
            toItem: (row) => ({ ...parseBrief(row.brief), next: toNextOutcome(row) }),
          },
          query,
        ),
      ),
  };
}

const TIME_COLUMNS = ["refinement.time", "refinement.seq"] as const;

type Refinements = ExpressionBuilder<Tables, "refinement">;

/** Refinements, each with the first feedback that followed in its run and in its session. */
const withNextFeedback = (db: Kysely<Tables>) =>
  db
    .selectFrom("refinement")
    .select(["refinement.seq", "refinement.time", "refinement.brief"])
    .select((eb) => [
      nextFeedback(eb, "run").as("run_heard"),
      nextFeedback(eb, "session").as("session_heard"),
      nextRefinement(eb, "run").as("run_refined"),
      nextRefinement(eb, "session").as("session_refined"),
    ]);

/** A subquery can only return one value, so time (24 characters), kind and id are concatenated. */
const nextFeedback = (eb: Refinements, column: "run" | "session") =>
  eb
    .selectFrom("run_heard as f")
    .select(sql<string>`f.time || ' ' || f.heard || ' ' || f.feedback_id`.as("heard"))
    .whereRef("f.run", "=", eb.ref(`refinement.${column}`))
    .where(`refinement.${column}`, "<>", "")
    .whereRef("f.time", ">", eb.ref("refinement.time"))
    .where(sql<SqlBool>`(f.agent = refinement.agent or f.agent = '' or refinement.agent = '')`)
    .orderBy("f.time")
    .orderBy("f.seq")
    .limit(1);

const nextRefinement = (eb: Refinements, column: "run" | "session") =>
  eb
    .selectFrom("refinement as r")
    .select(sql<string>`r.time || ' ' || r.feedback_type || ' ' || r.id`.as("heard"))
    .whereRef(`r.${column}`, "=", eb.ref(`refinement.${column}`))
    .where(`refinement.${column}`, "<>", "")
    .whereRef("r.time", ">", eb.ref("refinement.time"))
    .where("r.iteration", "=", 1)
    .where(sql<SqlBool>`(r.agent = refinement.agent or r.agent = '' or refinement.agent = '')`)
    .orderBy("r.time")
    .orderBy("r.seq")
    .limit(1);

function selectRefinements(db: Kysely<Tables>, query: RefinementQuery) {
  let rows = withNextFeedback(db);
  const { agent, session, run, type, action, since } = query;
  if (agent !== undefined) rows = rows.where("refinement.agent", "=", storedText(agent));
  if (session !== undefined) rows = rows.where("refinement.session", "=", storedText(session));
  if (run !== undefined) rows = rows.where("refinement.run", "=", storedText(run));
  if (type !== undefined) rows = rows.where("refinement.feedback_type", "=", type);
  // In LIKE an underscore matches any character, but no two actions differ only in that.
  if (action !== undefined) rows = rows.where("refinement.actions", "like", `% ${action} %`);
  if (since !== undefined) rows = rows.where("refinement.time", ">=", toStoredTime(since));
  return rows;
}

interface NextColumns {
  readonly run_heard: string | null;
  readonly session_heard: string | null;
  readonly run_refined: string | null;
  readonly session_refined: string | null;
}

/** The earliest of the four. Feedback wins over a refinement of the same time. */
function toNextOutcome(row: NextColumns): NextOutcome | null {
  const [first] = [row.run_heard, row.session_heard, row.run_refined, row.session_refined]
    .filter((heard) => heard !== null)
    .toSorted((a, b) => (a.slice(0, 24) < b.slice(0, 24) ? -1 : a.slice(0, 24) > b.slice(0, 24) ? 1 : 0));
  if (first === undefined) return null;
  const [at = "", heard = "", ...id] = first.split(" ");
  return { heard: heard as NextResult, at, id: id.join(" ") };
}
