import { sql, type Transaction } from "kysely";
import { PEOPLES_ROLES } from "../../../core/access/permission.ts";
import { ERASED_PERSON } from "../../../core/feedback/feedback.ts";
import { affectedRows } from "../query.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { closeSessions } from "./close-sessions.ts";
import { escapeForAnswer } from "./idempotency-row.ts";

const BATCH = 200;

interface AccessErasure {
  readonly personId: string;
  /** The person who asked for the erasure. */
  readonly by: string;
  readonly now: () => Date;
}

interface ErasedAccess {
  /** Rows that named the person. */
  readonly rows: number;
  /** Tokens that were revoked. */
  readonly tokens: number;
}

/**
 * Ends a person's sessions, revokes the tokens that carry their name, deletes invitations for and from them, and removes
 * them as issuer or revoker of other tokens and from stored idempotent answers. The name of a token was chosen by an
 * administrator and stays.
 */
export async function eraseAccess(
  transaction: Transaction<Tables>,
  { personId, by, now }: AccessErasure,
): Promise<ErasedAccess> {
  let rows = 0;
  // Tokens before sessions, in the same order as revoking, to avoid deadlocks.
  for (const column of ["created_by", "revoked_by"] as const) {
    rows += await affectedRows(
      transaction
        .updateTable("token")
        .set({ [column]: ERASED_PERSON })
        .where(column, "=", storedText(personId))
        .where(column, "!=", ERASED_PERSON),
    );
  }
  const revoked = await transaction
    .updateTable("token")
    .set({ revoked_at: now().toISOString(), revoked_by: storedText(by) })
    .where("name", "=", storedText(personId))
    .where("name", "!=", ERASED_PERSON)
    // An agent may share its name with a tool whose words are erased, and must keep working.
    .where("role", "in", PEOPLES_ROLES)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  for (const { id } of revoked) rows += await closeSessions(transaction, "token_id", id);
  rows += await closeSessions(transaction, "person", storedKey(personId));
  for (const column of ["name", "created_by"] as const) {
    const invited = transaction.deleteFrom("invitation").where(column, "=", storedText(personId));
    rows += await affectedRows(invited);
  }
  rows += await eraseAnswers(transaction, personId);
  return { rows, tokens: revoked.length };
}

/** Checks every stored request, in key order. */
async function eraseAnswers(transaction: Transaction<Tables>, personId: string): Promise<number> {
  const spelled = escapeForAnswer(personId);
  let erased = 0;
  let last = "";
  for (;;) {
    const rows = await transaction
      .selectFrom("idempotency")
      .select("id")
      .where("id", ">", last)
      .where((eb) =>
        eb.or([
          eb("principal", "=", storedKey(personId)),
          eb(sql<string>`replace(answer, ${spelled}, '')`, "!=", eb.ref("answer")),
        ]),
      )
      .orderBy("id")
      .limit(BATCH)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await transaction.deleteFrom("idempotency").where("id", "in", ids).execute();
    erased += ids.length;
    if (ids.length < BATCH) return erased;
    last = ids.at(-1) ?? last;
  }
}
