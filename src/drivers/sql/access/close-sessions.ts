import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** Removes every login and link of a person or a token; answers how many there were. */
export async function closeSessions(
  transaction: Transaction<Tables>,
  column: "person" | "token_id",
  value: string,
): Promise<number> {
  let closed = 0;
  for (const table of ["session", "login_link"] as const) {
    const { numDeletedRows } = await transaction
      .deleteFrom(table)
      .where(column, "=", value)
      .executeTakeFirstOrThrow();
    closed += Number(numDeletedRows);
  }
  return closed;
}
