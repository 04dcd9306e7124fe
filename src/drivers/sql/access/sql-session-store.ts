import type { Principal } from "../../../core/access/token.ts";
import type { SessionStore } from "../../../ports/access-store.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { affectedRows, findFirst } from "../query.ts";
import { storedKey } from "../stored-text.ts";
import { closeSessions } from "./close-sessions.ts";
import { findToken } from "./sql-token-store.ts";

export function createSqlSessionStore({ db, run, transact }: SqlDatabase): SessionStore {
  return {
    open: ({ id_hash, principal, created_at, expires_at, ends_at }) =>
      run(async () => {
        await db
          .insertInto("session")
          .values({
            id_hash: storedKey(id_hash),
            ...ownerColumns(principal),
            created_at,
            expires_at,
            ends_at,
          })
          .execute();
      }),
    find: (idHash) =>
      run(async () => {
        const row = await db
          .selectFrom("session")
          .select(["principal", "token_id", "created_at", "expires_at", "ends_at"])
          .where("id_hash", "=", storedKey(idHash))
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const { principal, token_id, ...times } = row;
        const session = { id_hash: idHash, principal: parsePrincipal(principal), ...times };
        // Reads the token after the session, so that a session opened while its token was being revoked is not valid.
        const token = token_id === null ? undefined : await findToken(db, "id", token_id);
        return token === undefined ? { session } : { session, token };
      }),
    extend: (idHash, expiresAt) =>
      run(async () => {
        await db
          .updateTable("session")
          .set({ expires_at: expiresAt })
          .where("id_hash", "=", storedKey(idHash))
          .where("expires_at", "<", expiresAt)
          .execute();
      }),
    close: (idHash) =>
      run(async () => {
        const deleted = db.deleteFrom("session").where("id_hash", "=", storedKey(idHash));
        return (await affectedRows(deleted)) > 0;
      }),
    closeAllOf: (whose) =>
      transact((transaction) =>
        "person" in whose
          ? closeSessions(transaction, "person", storedKey(whose.person))
          : closeSessions(transaction, "token_id", storedKey(whose.token_id)),
      ),
    addLink: ({ hash, principal, created_at, expires_at }) =>
      run(async () => {
        await db
          .insertInto("login_link")
          .values({ hash: storedKey(hash), ...ownerColumns(principal), created_at, expires_at })
          .execute();
      }),
    takeLink: (hash) =>
      run(() =>
        findFirst(
          db
            .deleteFrom("login_link")
            .where("hash", "=", storedKey(hash))
            .returning(["principal", "created_at", "expires_at"]),
          (row) => ({ ...row, hash, principal: parsePrincipal(row.principal) }),
        ),
      ),
    forgetExpired: (now) =>
      run(async () => {
        let forgotten = 0;
        for (const table of ["session", "login_link"] as const) {
          forgotten += await affectedRows(db.deleteFrom(table).where("expires_at", "<=", now));
        }
        return forgotten;
      }),
  };
}

/** The owner as exact JSON, and as columns for lookups. */
const ownerColumns = (principal: Principal) => ({
  person: storedKey(principal.id),
  token_id: principal.token_id === undefined ? null : storedKey(principal.token_id),
  principal: JSON.stringify(principal),
});

/** The tables only contain what `ownerColumns` wrote. */
const parsePrincipal = (text: string): Principal => JSON.parse(text) as Principal;
