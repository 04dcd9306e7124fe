import { sql, type Transaction } from "kysely";
import { EVENT_TYPES, type EmendEvent, type EventType } from "../../../core/event/emend-event.ts";
import type { Outbox } from "../../../ports/event-log.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { StoreError } from "../../../ports/errors.ts";
import type { Tables } from "../tables.ts";
import type { EventPayload } from "./add-event.ts";

/** Rows omit the prefix that distinguishes Emend's events from others. */
const PREFIX = "emend.";
const TYPE_OF_ROW: ReadonlyMap<string, EventType> = new Map(
  EVENT_TYPES.map((type) => [type.slice(PREFIX.length), type]),
);
const MAX_TAKEN = 1_000;

interface OutboxRow {
  readonly id: number;
  readonly type: string;
  readonly payload: string;
  readonly created_at: string;
}

/** The store's outbox. Event types unknown to this version are left for the version that wrote them. */
export function createSqlOutbox({ db, dialect, run, transact }: SqlDatabase): Outbox {
  const types = [...TYPE_OF_ROW.keys()];

  const oldest = (limit: number) =>
    db
      .selectFrom("outbox")
      .select(["id", "type", "payload", "created_at"])
      .where("type", "in", types)
      .orderBy("id")
      .limit(limit);

  const remove = (transaction: Transaction<Tables>, rows: readonly OutboxRow[]) =>
    transaction
      .deleteFrom("outbox")
      .where(
        "id",
        "in",
        rows.map(({ id }) => id),
      )
      .execute();

  return {
    relay: async (limit, publish) => {
      const most = Math.min(MAX_TAKEN, Math.max(1, Math.trunc(limit) || 1));
      if (!dialect.canLockRows) {
        // Releases the only connection in between, because the log may be in the same file.
        const rows = await run(() => oldest(most).execute());
        if (rows.length === 0) return 0;
        await publish(rows.map(toEvent));
        await transact((transaction) => remove(transaction, rows));
        return rows.length;
      }
      return relayLocked(most, publish);
    },
    depth: () =>
      run(async () => {
        const { count } = await db
          .selectFrom("outbox")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("type", "in", types)
          .executeTakeFirstOrThrow();
        return count;
      }),
  };

  /** Several relays share the work: each skips rows that another has locked. */
  async function relayLocked(
    limit: number,
    publish: (events: readonly EmendEvent[]) => Promise<void>,
  ): Promise<number> {
    let publishError: { readonly error: unknown } | undefined;
    const relayed = transact(async (transaction) => {
      // A crash of this process ends the transaction, but after a network failure the rows would stay locked.
      await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(transaction);
      const rows = await transaction.executeQuery<OutboxRow>(
        oldest(limit).forUpdate().skipLocked().compile(),
      );
      if (rows.rows.length === 0) return 0;
      try {
        await publish(rows.rows.map(toEvent));
      } catch (error) {
        publishError = { error };
        throw error;
      }
      await remove(transaction, rows.rows);
      return rows.rows.length;
    });
    try {
      return await relayed;
    } catch (error) {
      // An error of the log must not surface as an error of the store.
      throw publishError === undefined ? error : publishError.error;
    }
  }
}

function toEvent({ type, payload, created_at }: OutboxRow): EmendEvent {
  const data = parsePayload(payload);
  return {
    specversion: "1.0",
    // Derived from the record and its revision, so that publishing again after a crash repeats the same id.
    id: [type, data.id, ...(data.revision === undefined ? [] : [data.revision])].join(":"),
    source: "/emend",
    type: TYPE_OF_ROW.get(type) ?? "emend.feedback.recorded",
    time: created_at,
    subject: data.id,
    datacontenttype: "application/json",
    data: { ...data },
  };
}

function parsePayload(payload: string): EventPayload {
  try {
    const parsed = JSON.parse(payload) as EventPayload;
    if (typeof parsed.id === "string") return parsed;
  } catch {
    // Reported below.
  }
  throw new StoreError(
    "store_corrupt",
    "an outgoing event of the store cannot be read; restore a copy, or rebuild the store from the ledger",
  );
}
