import type { LogPage, LogQuery } from "../../../ports/event-log.ts";
import { pageLimit } from "../page-cursor.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { StoreError } from "../../../ports/store-error.ts";
import { parseBody } from "./parse-body.ts";

export async function newestPlace({ db }: SqlDatabase): Promise<string> {
  const { newest } = await db
    .selectFrom("event")
    .select(({ fn }) => fn.max("position").as("newest"))
    .executeTakeFirstOrThrow();
  return String(newest ?? 0);
}

/** Positions have no gaps, so a first one that does not follow tells that others were trimmed. */
export async function readLog({ db }: SqlDatabase, { after, limit }: LogQuery): Promise<LogPage> {
  if (!/^\d{1,15}$/.test(after)) {
    throw new StoreError(
      "invalid_cursor",
      "expected the place of an entry of this log; look at everything anew",
    );
  }
  const rows = await db
    .selectFrom("event")
    .select(["position", "body"])
    .where("position", ">", Number(after))
    .orderBy("position")
    .limit(pageLimit(limit))
    .execute();
  return {
    entries: rows.map(({ position, body }) => ({ id: String(position), event: parseBody(body) })),
    gap: rows[0] !== undefined && rows[0].position > Number(after) + 1,
  };
}
