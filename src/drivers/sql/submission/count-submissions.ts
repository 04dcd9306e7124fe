import { type Kysely, sql } from "kysely";
import type { SubmissionCountQuery, SubmissionCounts } from "../../../ports/submission-store.ts";
import { timeOf } from "../stored-time.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

const MAX_NAMES = 500;

/** Reads the indexes of what waits, never its rows. */
export async function countSubmissions(
  db: Kysely<Tables>,
  { now, decidedSince, reviewer }: SubmissionCountQuery,
): Promise<SubmissionCounts> {
  const late = timeOf(now);
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
  // A sum of whole numbers is a numeric in PostgreSQL, which comes as a text.
  const counted = gates.map((gate) => ({ ...gate, overdue: Number(gate.overdue) }));
  return {
    waiting: counted.reduce((sum, gate) => sum + gate.waiting, 0),
    overdue: counted.reduce((sum, gate) => sum + gate.overdue, 0),
    oldest_submitted_at: oldest?.submitted_at ?? null,
    gates: counted.slice(0, MAX_NAMES),
    agents,
    decided: await countDecided(db, decidedSince === undefined ? "" : timeOf(decidedSince), reviewer),
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
