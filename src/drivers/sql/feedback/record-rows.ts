import type { Kysely, Transaction } from "kysely";
import type { Recorded } from "../../../ports/feedback-store.ts";
import { countRows } from "./counts.ts";
import type { FeedbackRow } from "./feedback-row.ts";
import { buildRecordShapes } from "./record-shapes.ts";
import { StoreError } from "../../../ports/store-error.ts";
import type { Tables } from "../tables.ts";

type RecordRows = (
  transaction: Transaction<Tables>,
  rows: readonly FeedbackRow[],
  now: string,
) => Promise<readonly Recorded[]>;

type Known = Pick<FeedbackRow, "id" | "event_id" | "fingerprint">;

/** Prepares the writing of records with their tags, counts and events, all in the caller's transaction. */
export function prepareRecordRows(db: Kysely<Tables>): RecordRows {
  const shapes = buildRecordShapes(db);

  /** Writes what is not there yet and answers with the numbers of that by id. */
  async function insert(
    transaction: Transaction<Tables>,
    rows: readonly FeedbackRow[],
  ): Promise<ReadonlyMap<string, number>> {
    const inserted = await shapes.feedback.run<{ id: string; seq: number }>(
      transaction,
      rows.map((row) => [row.id, row.event_id, row.fingerprint, row.agent, row.author, row.time, row.record]),
    );
    return new Map(inserted.map(({ id, seq }) => [id, seq]));
  }

  async function findKnown(
    transaction: Transaction<Tables>,
    rows: readonly FeedbackRow[],
  ): Promise<(row: FeedbackRow) => Known | undefined> {
    const by = {
      id: new Map<string, Known>(),
      event: new Map<string, Known>(),
      print: new Map<string, Known>(),
    };
    const found = [
      ...(await shapes.knownIds.run<Known>(
        transaction,
        rows.map(({ id }) => [id]),
      )),
      ...(await shapes.knownEvents.run<Known>(
        transaction,
        rows.map((row) => [row.event_id]),
      )),
      ...(await shapes.knownPrints.run<Known>(
        transaction,
        rows.map((row) => [row.fingerprint]),
      )),
    ];
    for (const known of found) {
      by.id.set(known.id, known);
      by.event.set(known.event_id, known);
      by.print.set(known.fingerprint, known);
    }
    return (row) => by.id.get(row.id) ?? by.event.get(row.event_id) ?? by.print.get(row.fingerprint);
  }

  return async (transaction, rows, now) => {
    // Of an event that is given twice the first is written; the same content twice is left to the database.
    const firsts = new Map<string, FeedbackRow>();
    for (const row of rows) if (!firsts.has(row.id)) firsts.set(row.id, row);
    const distinct = [...firsts.values()];
    const inserted = await insert(transaction, distinct);
    const added = distinct.filter(({ id }) => inserted.has(id));
    const old = distinct.filter(({ id }) => !inserted.has(id));
    const known = old.length === 0 ? () => undefined : await findKnown(transaction, old);
    await addTraces(transaction, added, inserted, now);
    return rows.map((row) => {
      if (!inserted.has(row.id)) return { state: "known", id: known(row)?.id ?? refuse(row) };
      return { state: firsts.get(row.id) === row ? "new" : "known", id: row.id };
    });
  };

  async function addTraces(
    transaction: Transaction<Tables>,
    added: readonly FeedbackRow[],
    numbers: ReadonlyMap<string, number>,
    now: string,
  ): Promise<void> {
    if (added.length === 0) return;
    const { agentHours, tagHours } = countRows(added);
    await shapes.tags.run(
      transaction,
      added.flatMap(({ id, time, tags }) => tags.map((tag) => [tag, time, numbers.get(id)])),
    );
    await shapes.agentHours.run(transaction, agentHours);
    await shapes.tagHours.run(transaction, tagHours);
    await shapes.outbox.run(
      transaction,
      added.map(({ id }) => ["feedback.recorded", JSON.stringify({ id }), now]),
    );
  }
}

function refuse(row: FeedbackRow): never {
  throw new StoreError("record_refused", `the record ${row.id} was neither added nor found; record it again`);
}
