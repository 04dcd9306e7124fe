import type { Page } from "../../../core/page.ts";
import { sql } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import type { DeadLetter, DeadLetterQuery } from "../../../ports/event-log.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { invalidCursor, pageLimit, toPage } from "../page-cursor.ts";
import { affectedRows } from "../query.ts";
import { storedKey } from "../stored-text.ts";

const SHOWN_CHARACTERS = 65_536;

export async function readDeadLetters(
  { db }: SqlDatabase,
  query: DeadLetterQuery,
): Promise<Page<DeadLetter>> {
  const limit = pageLimit(query.limit);
  let rows = db
    .selectFrom("event_dead")
    .select(["id", "group_name", "position", "reason", "attempts", "died_at"])
    .select(sql<string>`substr(body, 1, ${sql.lit(SHOWN_CHARACTERS)})`.as("body"))
    .orderBy("id")
    .limit(limit + 1);
  if (query.group !== undefined) rows = rows.where("group_name", "=", storedKey(query.group));
  if (query.after !== undefined) rows = rows.where("id", ">", parseCursor(query.after));
  return toPage(
    await rows.execute(),
    limit,
    ({ id, group_name, position, died_at, ...row }) => ({
      ...row,
      id: String(id),
      group: group_name,
      entry: String(position),
      time: died_at,
    }),
    ({ id }) => String(id),
  );
}

/** Moves dead letters back to their group's retries, due at once and with attempts reset. */
export function replayDeadLetters(database: SqlDatabase, ids: readonly string[]): Promise<number> {
  return inChunks(ids, (some) =>
    database.transact(async (transaction) => {
      // Deleting first makes concurrent replays of the same letter wait for each other.
      const letters = await transaction
        .deleteFrom("event_dead")
        .where("id", "in", some)
        .returning(["group_name", "position", "body"])
        .execute();
      if (letters.length > 0) {
        await transaction
          .insertInto("event_retry")
          .values(letters.map((letter) => ({ ...letter, attempts: 0, due_at: 0 })))
          .onConflict((conflict) => conflict.columns(["group_name", "position"]).doNothing())
          .execute();
      }
      return letters.length;
    }),
  );
}

export function deleteDeadLetters(database: SqlDatabase, ids: readonly string[]): Promise<number> {
  return inChunks(ids, (some) =>
    database.transact((transaction) =>
      affectedRows(transaction.deleteFrom("event_dead").where("id", "in", some)),
    ),
  );
}

async function inChunks(
  ids: readonly string[],
  change: (some: readonly number[]) => Promise<number>,
): Promise<number> {
  const numbers = [...new Set(ids)].map(parseId).filter((id) => id !== undefined);
  let changed = 0;
  for (const some of chunk(numbers)) changed += await change(some);
  return changed;
}

/** Unknown ids are ignored, not an error. */
const parseId = (id: string): number | undefined => (/^\d{1,15}$/.test(id) ? Number(id) : undefined);

function parseCursor(after: string): number {
  const id = parseId(after);
  if (id !== undefined) return id;
  throw invalidCursor();
}
