import type { SqlDatabase } from "../sql-database.ts";

/** Those that have read, and those that only have dead letters. */
export async function listGroups({ db }: SqlDatabase): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("event_group")
    .select("name")
    .union(db.selectFrom("event_dead").select("group_name as name"))
    .execute();
  return rows.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1));
}

/** Answers false where a reader holds the group's lease. */
export function forgetGroup({ dialect, transact }: SqlDatabase, group: string): Promise<boolean> {
  return transact(async (transaction) => {
    const held = await transaction
      .selectFrom("event_group")
      .select("name")
      .where("name", "=", group)
      .where("lease_until", ">", dialect.clock)
      .executeTakeFirst();
    if (held !== undefined) return false;
    await transaction.deleteFrom("event_retry").where("group_name", "=", group).execute();
    await transaction.deleteFrom("event_group").where("name", "=", group).execute();
    return true;
  });
}
