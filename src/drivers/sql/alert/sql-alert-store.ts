import { type Selectable, type Transaction, sql } from "kysely";
import type { Alert, AlertChange, AlertRecord } from "../../../core/pattern/alert.ts";
import { ALERT_DAYS, type AlertStore } from "../../../ports/webhook.ts";
import { addEvent } from "../event/add-event.ts";
import { pageLimit } from "../page-cursor.ts";
import { findFirst } from "../query.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/** Milliseconds since 1970 until which a worker holds the alert watch. The value also identifies the holder. */
const LEASE_NAME = "alert_watch_until";

/** A later time was written before the clock was set back, and is treated as expired. */
const LONGEST_MS = 600_000;

/**
 * A lease in one row with one comparison: the watch goes to the worker that knows the current value, or to anyone
 * once it has expired.
 */
const takeWatch = (
  { dialect, transact }: SqlDatabase,
  forMs: number,
  held?: number,
): Promise<number | undefined> =>
  transact(async (transaction) => {
    await transaction
      .insertInto("store_state")
      .values({ name: LEASE_NAME, value: 0 })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const until = sql<number>`${dialect.clock} + ${sql.lit(Math.min(LONGEST_MS, Math.max(0, Math.trunc(forMs))))}`;
    const taken = await transaction
      .updateTable("store_state")
      .set({ value: until })
      .where("name", "=", LEASE_NAME)
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

const MAX_RAISED = 10_000;
const MAX_FOUND = 500;
const DAY_MS = 86_400_000;

export function createSqlAlertStore(database: SqlDatabase): AlertStore {
  const { db, now, run, transact } = database;
  const all = () => db.selectFrom("alert").selectAll();

  const write = async (
    transaction: Transaction<Tables>,
    { record, event }: AlertChange,
  ): Promise<boolean> => {
    const written = await writeAlert(transaction, record);
    if (!written) return false;
    const { id, revision } = record;
    if (event !== null) await addEvent(transaction, `alert.${event}`, { id, revision }, now);
    if (event === "cleared") {
      const before = new Date(now().getTime() - ALERT_DAYS * DAY_MS).toISOString();
      await transaction.deleteFrom("alert").where("cleared_at", "<", before).execute();
    }
    return true;
  };

  return {
    raised: () =>
      run(async () => {
        const rows = await all()
          .where("cleared_at", "is", null)
          .orderBy("raised_at")
          .orderBy("id")
          .limit(MAX_RAISED)
          .execute();
        return rows.map(toRecord);
      }),
    list: ({ limit }) =>
      run(async () => {
        const rows = await all().orderBy("raised_at", "desc").orderBy("id").limit(pageLimit(limit)).execute();
        return rows.map(toRecord);
      }),
    find: (id) => run(() => findFirst(all().where("id", "=", storedKey(id)), toRecord)),
    findAll: (ids) =>
      run(async () => {
        if (ids.length === 0) return [];
        const keys = ids.slice(0, MAX_FOUND).map(storedKey);
        return (await all().where("id", "in", keys).execute()).map(toRecord);
      }),
    takeWatch: (forMs, held) => takeWatch(database, forMs, held),
    save: (change) => transact((transaction) => write(transaction, change)),
  };
}

async function writeAlert(transaction: Transaction<Tables>, record: AlertRecord): Promise<boolean> {
  const row = toRow(record);
  const written =
    record.revision === 1
      ? await transaction
          .insertInto("alert")
          .values(row)
          // Also does nothing if the condition is already raised under another id.
          .onConflict((conflict) => conflict.doNothing())
          .returning("id")
          .executeTakeFirst()
      : await transaction
          .updateTable("alert")
          .set(row)
          .where("id", "=", row.id)
          .where("revision", "=", record.revision - 1)
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom("alert as other")
                  .select("other.id")
                  .where("other.condition", "=", row.condition)
                  .where("other.cleared_at", "is", null)
                  .where("other.id", "!=", row.id),
              ),
            ),
          )
          .returning("id")
          .executeTakeFirst();
  return written !== undefined;
}

type AlertRow = Selectable<Tables["alert"]>;

const toRow = (record: AlertRecord): AlertRow => ({
  id: storedKey(record.id),
  condition: storedKey(record.condition),
  revision: record.revision,
  raised_at: record.raised_at,
  absent_since: record.absent_since,
  cleared_at: record.cleared_at,
  document: JSON.stringify(record.alert),
});

const toRecord = ({ document, cleared_at, ...row }: AlertRow): AlertRecord => ({
  ...row,
  status: cleared_at === null ? "raised" : "cleared",
  cleared_at,
  alert: JSON.parse(document) as Alert,
});
