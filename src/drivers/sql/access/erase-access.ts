import { sql, type Transaction } from "kysely";
import { ROLES } from "../../../core/access/permission.ts";
import { ERASED_PERSON } from "../../../core/feedback/feedback.ts";
import { storedKey, storedText } from "../row-shapes.ts";
import type { Tables } from "../tables.ts";
import { closeSessions } from "./close-sessions.ts";
import { spelledInAnswer } from "./idempotency-row.ts";

const BATCH = 200;
/** An agent's token may be named like a tool whose words are erased, and the agent goes on working. */
const PEOPLES_ROLES = ROLES.filter((role) => role !== "agent");

interface AccessErasure {
  readonly personId: string;
  /** Whoever asked for it; nobody where the person did so themselves. */
  readonly by: string;
  readonly now: () => Date;
}

interface ErasedAccess {
  /** How many rows named the person. */
  readonly rows: number;
  /** How many tokens were revoked. */
  readonly tokens: number;
}

/**
 * Ends a person's logins, revokes the tokens that are named as they are, and takes them out of who issued and revoked tokens
 * and out of answers that are kept for those who ask again. What a token is named is an administrator's word and stays.
 */
export async function eraseAccess(
  transaction: Transaction<Tables>,
  { personId, by, now }: AccessErasure,
): Promise<ErasedAccess> {
  let rows = 0;
  // Tokens before logins, as revoking does: the other way round two might wait for each other.
  for (const column of ["created_by", "revoked_by"] as const) {
    const { numUpdatedRows } = await transaction
      .updateTable("token")
      .set({ [column]: ERASED_PERSON })
      .where(column, "=", storedText(personId))
      .where(column, "!=", ERASED_PERSON)
      .executeTakeFirstOrThrow();
    rows += Number(numUpdatedRows);
  }
  const revoked = await transaction
    .updateTable("token")
    .set({
      revoked_at: now().toISOString(),
      revoked_by: storedText(by),
    })
    .where("name", "=", storedText(personId))
    .where("name", "!=", ERASED_PERSON)
    .where("role", "in", PEOPLES_ROLES)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  for (const { id } of revoked) rows += await closeSessions(transaction, "token_id", id);
  rows += await closeSessions(transaction, "person", storedKey(personId));
  rows += await eraseAnswers(transaction, personId);
  return { rows, tokens: revoked.length };
}

/** Every request of the last day is looked at, in the order of its key. */
async function eraseAnswers(transaction: Transaction<Tables>, personId: string): Promise<number> {
  const spelled = spelledInAnswer(personId);
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
