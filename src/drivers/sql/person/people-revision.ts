import { type Kysely, sql, type Transaction } from "kysely";
import type { SqlDialect } from "../sql-dialect.ts";
import type { Tables } from "../tables.ts";

const NAME = "people_revision";

export async function readPeopleRevision(db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom("store_state").select("value").where("name", "=", NAME).executeTakeFirst();
  return row?.value ?? 0;
}

/**
 * Increments the people revision. Approving a rule takes the same lock, so an approval is saved either before the
 * change or with it in view.
 */
export async function incrementPeopleRevision(
  transaction: Transaction<Tables>,
  { dialect }: { readonly dialect: SqlDialect },
): Promise<void> {
  await dialect.lock(transaction, "people");
  await transaction
    .insertInto("store_state")
    .values({ name: NAME, value: 1 })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: sql`store_state.value + 1` }))
    .execute();
}
