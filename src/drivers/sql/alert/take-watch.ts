import { sql } from "kysely";
import type { SqlDatabase } from "../sql-database.ts";

/** The time until which a worker has the watch, in milliseconds from 1970; it also tells whose it is. */
const NAME = "alert_watch_until";
/** A time further ahead was written before the clock went back, and counts as over. */
const LONGEST_MS = 600_000;

/** One row and one comparison: whoever knows the time that stands there has the watch, and so does whoever comes after it. */
export const takeWatch = (
  { dialect, transact }: SqlDatabase,
  forMs: number,
  held?: number,
): Promise<number | undefined> =>
  transact(async (transaction) => {
    await transaction
      .insertInto("store_state")
      .values({ name: NAME, value: 0 })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const until = sql<number>`${dialect.clock} + ${sql.lit(Math.min(LONGEST_MS, Math.max(0, Math.trunc(forMs))))}`;
    const taken = await transaction
      .updateTable("store_state")
      .set({ value: until })
      .where("name", "=", NAME)
      .where((eb) =>
        eb.or([
          ...(held === undefined ? [] : [eb("value", "=", held)]),
          eb("value", "<=", dialect.clock),
          eb("value", ">", sql<number>`${dialect.clock} + ${sql.lit(LONGEST_MS)}`),
        ]),
      )
      .returning("value")
      .executeTakeFirst();
    return taken?.value;
  });
