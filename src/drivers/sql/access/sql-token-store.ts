import type { Kysely, Transaction } from "kysely";
import { issuedAct } from "../../../core/access/token-acts.ts";
import type { Token } from "../../../core/access/token.ts";
import { TOUCH_MS, type TokenStore } from "../../../ports/token-store.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { pageLimit, pageOf, readCursor, writeCursor } from "../page-cursor.ts";
import { changePeople } from "../person/people-revision.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { revokeToken } from "./revoke-token.ts";
import { fromTokenRow, TOKEN_COLUMNS, toTokenRow } from "./token-row.ts";

export function createSqlTokenStore(database: SqlDatabase): TokenStore {
  const { db, dialect, run, transact } = database;
  const add = async (transaction: Transaction<Tables>, token: Token, hash: string): Promise<void> => {
    await changePeople(transaction, database);
    await transaction
      .insertInto("token")
      .values({ ...toTokenRow(token), hash })
      .execute();
    await appendAudit(transaction, issuedAct(token), database);
  };
  return {
    issue: (token, hash) => transact((transaction) => add(transaction, token, hash)),
    issueFirst: (token, hash) =>
      transact(async (transaction) => {
        // Every other that issues one waits for this lock before it commits, so that none is missed here but at the
        // same moment, and holds no row that this waits for.
        await dialect.lock(transaction, "people");
        await dialect.lock(transaction, "audit");
        if ((await countAdmins(transaction)) > 0) return false;
        await add(transaction, token, hash);
        return true;
      }),
    find: (id) => run(() => findToken(db, "id", storedKey(id))),
    findByHash: (hash) => run(() => findToken(db, "hash", storedKey(hash))),
    list: ({ limit: asked, after }) =>
      run(async () => {
        const limit = pageLimit(asked);
        let rows = db
          .selectFrom("token")
          .select(["seq", "created_at as time", ...TOKEN_COLUMNS])
          .orderBy("created_at", "desc")
          .orderBy("seq", "desc")
          .limit(limit + 1);
        if (after !== undefined) {
          const end = readCursor(after);
          rows = rows.where((eb) => eb(eb.refTuple("created_at", "seq"), "<", eb.tuple(end.time, end.seq)));
        }
        return pageOf(await rows.execute(), limit, fromTokenRow, writeCursor);
      }),
    revoke: (id, by, now) => transact((transaction) => revokeToken(transaction, { id, by, now }, database)),
    touch: (id, now) =>
      run(async () => {
        const before = new Date(Date.parse(now) - TOUCH_MS).toISOString();
        await db
          .updateTable("token")
          .set({ last_used_at: now })
          .where("id", "=", storedKey(id))
          .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<=", before)]))
          .execute();
      }),
    countAdmins: () => run(() => countAdmins(db)),
  };
}

export async function findToken(
  db: Kysely<Tables>,
  column: "id" | "hash",
  value: string,
): Promise<Token | undefined> {
  const row = await db.selectFrom("token").select(TOKEN_COLUMNS).where(column, "=", value).executeTakeFirst();
  return row === undefined ? undefined : fromTokenRow(row);
}

async function countAdmins(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom("token")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("role", "=", "admin")
    .executeTakeFirstOrThrow();
  return count;
}
