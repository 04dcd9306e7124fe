import type { Transaction } from "kysely";
import { revokedAct } from "../../../core/access/token-acts.ts";
import type { Revocation } from "../../../ports/token-store.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { Surroundings } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { closeSessions } from "./close-sessions.ts";
import { fromTokenRow, TOKEN_COLUMNS } from "./token-row.ts";

interface Revoking {
  readonly id: string;
  readonly by: string;
  readonly now: string;
}

/** Ends a token with the logins and links that came from it, and says so in the audit log. */
export async function revokeToken(
  transaction: Transaction<Tables>,
  { id, by, now }: Revoking,
  surroundings: Surroundings,
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
    const row = await transaction
      .selectFrom("token")
      .select(TOKEN_COLUMNS)
      .where("id", "=", key)
      .executeTakeFirst();
    return row === undefined ? undefined : { changed: false, token: fromTokenRow(row) };
  }
  await closeSessions(transaction, "token_id", key);
  const token = fromTokenRow(revoked);
  await appendAudit(transaction, revokedAct(token, by), surroundings);
  return { changed: true, token };
}
