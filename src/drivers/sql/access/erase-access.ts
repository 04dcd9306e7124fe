import { sql, type Transaction } from "kysely";
import { ERASED_PERSON } from "../../../core/feedback/erase-person.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { closeSessions } from "./close-sessions.ts";
import { spelledInAnswer } from "./idempotency-row.ts";

const BATCH = 200;

/**
 * Ends a person's logins, and takes them out of who issued and revoked tokens and out of answers that are kept for those
 * who ask again. What a token is named is an administrator's word and stays. Answers how many rows there were.
 */
export async function eraseAccess(transaction: Transaction<Tables>, personId: string): Promise<number> {
  let erased = 0;
  // Tokens before logins, as revoking does: the other way round two might wait for each other.
  for (const column of ["created_by", "revoked_by"] as const) {
    const { numUpdatedRows } = await transaction
      .updateTable("token")
      .set({ [column]: ERASED_PERSON })
      .where(column, "=", storedText(personId))
      .where(column, "!=", ERASED_PERSON)
      .executeTakeFirstOrThrow();
    erased += Number(numUpdatedRows);
  }
  erased += await closeSessions(transaction, "person", storedKey(personId));
  return erased + (await eraseAnswers(transaction, personId));
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
