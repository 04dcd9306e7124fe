import type { Transaction } from "kysely";
import { affectedRows } from "../query.ts";
import type { Tables } from "../tables.ts";

/** Deletes all sessions and login links of a person or a token, and returns how many there were. */
export async function closeSessions(
  transaction: Transaction<Tables>,
  column: "person" | "token_id",
  value: string,
): Promise<number> {
  let closed = 0;
  for (const table of ["session", "login_link"] as const) {
    closed += await affectedRows(transaction.deleteFrom(table).where(column, "=", value));
  }
  return closed;
}
