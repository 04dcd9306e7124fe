import { inParts } from "../../../core/in-parts.ts";
import type { EmendEvent } from "../../../core/event/emend-event.ts";
import { RowShapes, rowsOf } from "../row-shapes.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { trimEvents } from "./trim-events.ts";

/** The most events of one transaction, so that others never wait long. */
const MAX_GROUP = 1_000;
/** How many events are published between two trimmings, whoever publishes them. */
const TRIM_EVERY = 256;

/**
 * Prepares the appending of events. Positions are given under a lock that is held until the commit, so a
 * reader that has seen one never misses a lower one.
 */
export function preparePublish({ db, dialect, now, transact }: SqlDatabase) {
  const known = new RowShapes((count) =>
    db.selectFrom("event").select("id").where("id", "in", rowsOf(count, "")).compile(),
  );
  const insert = new RowShapes((count) =>
    db
      .insertInto("event")
      .values(rowsOf(count, { position: 0, id: "", body: "", created_at: "" }))
      .compile(),
  );

  const append = (events: ReadonlyMap<string, EmendEvent>): Promise<void> =>
    transact(async (transaction) => {
      await dialect.lock(transaction, "events");
      const ids = [...events.keys()].map((id) => [id]);
      const old = new Set((await known.run<{ id: string }>(transaction, ids)).map(({ id }) => id));
      const fresh = [...events].filter(([id]) => !old.has(id));
      if (fresh.length === 0) return;
      const { last } = await transaction
        .selectFrom("event")
        .select((eb) => eb.fn.coalesce(eb.fn.max("position"), eb.lit(0)).as("last"))
        .executeTakeFirstOrThrow();
      const time = now();
      await insert.run(
        transaction,
        fresh.map(([id, event], at) => [last + 1 + at, id, JSON.stringify(event), time.toISOString()]),
      );
      const newest = last + fresh.length;
      if (Math.floor(newest / TRIM_EVERY) !== Math.floor(last / TRIM_EVERY)) {
        await trimEvents(transaction, { newest, now: time });
      }
    });

  return async (events: readonly EmendEvent[]): Promise<void> => {
    for (const part of inParts(events, MAX_GROUP)) {
      const distinct = new Map<string, EmendEvent>();
      for (const event of part) {
        const id = storedKey(event.id);
        if (!distinct.has(id)) distinct.set(id, event);
      }
      await append(distinct);
    }
  };
}
