import type { Selectable } from "kysely";
import { acceptedAct, type Invitation, invitedAct, withdrawnAct } from "../../../core/access/invitation.ts";
import type { InvitationStore } from "../../../ports/access-store.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { affectedRows, findFirst, withoutNulls } from "../query.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { AccessTables } from "./access-tables.ts";
import { addToken } from "./sql-token-store.ts";

const MAX_LISTED = 500;

export function createSqlInvitationStore(database: SqlDatabase): InvitationStore {
  const { db, run, transact } = database;
  return {
    add: (invitation, hash) =>
      transact(async (transaction) => {
        await transaction
          .insertInto("invitation")
          .values({ ...toRow(invitation), hash: storedKey(hash) })
          .execute();
        await appendAudit(transaction, invitedAct(invitation), database);
      }),
    findByHash: (hash) =>
      run(() =>
        findFirst(db.selectFrom("invitation").select(COLUMNS).where("hash", "=", storedKey(hash)), fromRow),
      ),
    list: () =>
      run(async () => {
        const rows = await db
          .selectFrom("invitation")
          .select(COLUMNS)
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(MAX_LISTED)
          .execute();
        return rows.map(fromRow);
      }),
    accept: (invitation, token, hash) =>
      transact(async (transaction) => {
        const taken = transaction.deleteFrom("invitation").where("id", "=", storedKey(invitation.id));
        if ((await affectedRows(taken)) === 0) return false;
        await addToken(transaction, { token, hash }, database);
        await appendAudit(transaction, acceptedAct(invitation), database);
        return true;
      }),
    withdraw: (id, by) =>
      transact(async (transaction) => {
        const row = await transaction
          .deleteFrom("invitation")
          .where("id", "=", storedKey(id))
          .returning(COLUMNS)
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const invitation = fromRow(row);
        await appendAudit(transaction, withdrawnAct(invitation, by), database);
        return invitation;
      }),
    forgetExpired: (now) =>
      run(() => affectedRows(db.deleteFrom("invitation").where("expires_at", "<=", now))),
  };
}

type InvitationRow = Omit<Selectable<AccessTables["invitation"]>, "hash">;

const COLUMNS = [
  "id",
  "name",
  "role",
  "created_at",
  "created_by",
  "expires_at",
  "issued_with",
] as const satisfies readonly (keyof InvitationRow)[];

const toRow = ({ issued_with, ...invitation }: Invitation): InvitationRow => ({
  ...invitation,
  id: storedKey(invitation.id),
  name: storedText(invitation.name),
  created_by: storedText(invitation.created_by),
  issued_with: issued_with === undefined ? null : storedText(issued_with),
});

const fromRow = (row: InvitationRow): Invitation => ({
  ...withoutNulls(row),
  role: row.role as Invitation["role"],
});
