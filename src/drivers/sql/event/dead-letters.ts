import { sql } from "kysely";
import type { DeadLetterPage, DeadLetterQuery } from "../../../ports/event-log.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { StoreError } from "../store-error.ts";
import { storedKey } from "../stored-text.ts";

const MAX_PAGE = 500;
const MAX_CHANGED = 500;
const SHOWN_CHARACTERS = 65_536;

export async function listDeadLetters({ db }: SqlDatabase, query: DeadLetterQuery): Promise<DeadLetterPage> {
  const limit = Math.min(MAX_PAGE, Math.max(1, Math.trunc(query.limit) || 1));
  let rows = db
    .selectFrom("event_dead")
    .select(["id", "group_name", "position", "reason", "attempts", "died_at"])
    .select(sql<string>`substr(body, 1, ${sql.lit(SHOWN_CHARACTERS)})`.as("body"))
    .orderBy("id")
    .limit(limit + 1);
  if (query.group !== undefined) rows = rows.where("group_name", "=", storedKey(query.group));
  if (query.after !== undefined) rows = rows.where("id", ">", placeOf(query.after));
  const found = await rows.execute();
  const items = found.slice(0, limit).map((row) => ({
    id: String(row.id),
    group: row.group_name,
    entry: String(row.position),
    body: row.body,
    reason: row.reason,
    attempts: row.attempts,
    time: row.died_at,
  }));
  const last = items.at(-1);
  return found.length > limit && last !== undefined ? { items, next: last.id } : { items };
}

/** Puts dead letters aside in their group, due at once and with no attempt counted. */
export function replayDeadLetters(database: SqlDatabase, ids: readonly string[]): Promise<number> {
  return inParts(ids, (part) =>
    database.transact(async (transaction) => {
      // Deleting first makes two who replay the same letter wait for each other.
      const letters = await transaction
        .deleteFrom("event_dead")
        .where("id", "in", part)
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

export function discardDeadLetters(database: SqlDatabase, ids: readonly string[]): Promise<number> {
  return inParts(ids, (part) =>
    database.transact(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom("event_dead")
        .where("id", "in", part)
        .executeTakeFirst();
      return Number(numDeletedRows);
    }),
  );
}

async function inParts(
  ids: readonly string[],
  change: (part: readonly number[]) => Promise<number>,
): Promise<number> {
  const numbers = [...new Set(ids)].map(numberOf).filter((id) => id !== undefined);
  let changed = 0;
  for (let at = 0; at < numbers.length; at += MAX_CHANGED) {
    changed += await change(numbers.slice(at, at + MAX_CHANGED));
  }
  return changed;
}

/** An id that was never given names no letter, and that is no error. */
const numberOf = (id: string): number | undefined => (/^\d{1,15}$/.test(id) ? Number(id) : undefined);

function placeOf(after: string): number {
  const place = numberOf(after);
  if (place !== undefined) return place;
  throw new StoreError(
    "invalid_cursor",
    "expected `after` to be the `next` of an earlier page; start from the first page",
  );
}
