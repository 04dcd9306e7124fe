import type { Kysely, Transaction, Selectable } from "kysely";
import { issuedAct, revokedAct, type Token } from "../../../core/access/token.ts";
import { TOUCH_MS, type TokenStore, type Revocation } from "../../../ports/access-store.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { readTimePage } from "../read-time-page.ts";
import { findFirst, withoutNulls } from "../query.ts";
import { incrementPeopleRevision } from "../person/people-revision.ts";
import type { SqlDatabase, WriteContext } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { closeSessions } from "./close-sessions.ts";
import type { Role } from "../../../core/access/permission.ts";
import type { AccessTables } from "./access-tables.ts";

export function createSqlTokenStore(database: SqlDatabase): TokenStore {
  const { db, dialect, run, transact } = database;
  return {
    issue: (token, hash) => transact((transaction) => addToken(transaction, { token, hash }, database)),
    issueFirst: (token, hash) =>
      transact(async (transaction) => {
        // Everyone who issues a token takes this lock before committing, so concurrent issuers are seen here, and
        // none of them holds a row that this transaction waits for.
        await dialect.lock(transaction, "people");
        await dialect.lock(transaction, "audit");
        if ((await countAdmins(transaction)) > 0) return false;
        await addToken(transaction, { token, hash }, database);
        return true;
      }),
    find: (id) => run(() => findToken(db, "id", storedKey(id))),
    findByHash: (hash) => run(() => findToken(db, "hash", storedKey(hash))),
    list: (query) =>
      run(() =>
        readTimePage(
          {
            streams: [db.selectFrom("token").select(["seq", "created_at as time", ...TOKEN_COLUMNS])],
            columns: ["created_at", "seq"],
            toItem: ({ seq: _seq, time: _time, ...row }) => fromTokenRow(row),
          },
          query,
        ),
      ),
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

/** Stores a token with its audit entry. */
export async function addToken(
  transaction: Transaction<Tables>,
  { token, hash }: { readonly token: Token; readonly hash: string },
  database: SqlDatabase,
): Promise<void> {
  await incrementPeopleRevision(transaction, database);
  await transaction
    .insertInto("token")
    .values({ ...toTokenRow(token), hash })
    .execute();
  await appendAudit(transaction, issuedAct(token), database);
}

export const findToken = (
  db: Kysely<Tables>,
  column: "id" | "hash",
  value: string,
): Promise<Token | undefined> =>
  findFirst(db.selectFrom("token").select(TOKEN_COLUMNS).where(column, "=", value), fromTokenRow);

async function countAdmins(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom("token")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("role", "=", "admin")
    .executeTakeFirstOrThrow();
  return count;
}

interface Revoking {
  readonly id: string;
  readonly by: string;
  readonly now: string;
}

/** Revokes a token, ends the sessions and links created from it, and records it in the audit log. */
async function revokeToken(
  transaction: Transaction<Tables>,
  { id, by, now }: Revoking,
  context: WriteContext,
): Promise<Revocation | undefined> {
  const key = storedKey(id);
  const revoked = await transaction
    .updateTable("token")
    .set({ revoked_at: now, revoked_by: storedText(by) })
    .where("id", "=", key)
    .where("revoked_at", "is", null)
    .returning(TOKEN_COLUMNS)
    .executeTakeFirst();
  if (revoked === undefined) {
    const token = await findToken(transaction, "id", key);
    return token && { changed: false, token };
  }
  await closeSessions(transaction, "token_id", key);
  const token = fromTokenRow(revoked);
  await appendAudit(transaction, revokedAct(token, by), context);
  return { changed: true, token };
}

type TokenRow = Omit<Selectable<AccessTables["token"]>, "seq" | "hash">;

const TOKEN_COLUMNS = [
  "id",
  "name",
  "role",
  "agent",
  "created_at",
  "created_by",
  "expires_at",
  "revoked_at",
  "revoked_by",
  "last_used_at",
  "issued_with",
] as const satisfies readonly (keyof TokenRow)[];

const toNullable = (text: string | undefined): string | null =>
  text === undefined ? null : storedText(text);

const toTokenRow = (token: Token): TokenRow => ({
  id: storedKey(token.id),
  name: storedText(token.name),
  role: token.role,
  // A key rather than text: it must be unique, because it decides which records the holder can reach.
  agent: token.agent === undefined ? null : storedKey(token.agent),
  created_at: token.created_at,
  created_by: storedText(token.created_by),
  expires_at: token.expires_at,
  revoked_at: toNullable(token.revoked_at),
  revoked_by: toNullable(token.revoked_by),
  last_used_at: toNullable(token.last_used_at),
  issued_with: toNullable(token.issued_with),
});

const fromTokenRow = (row: TokenRow): Token => ({ ...withoutNulls(row), role: row.role as Role });
