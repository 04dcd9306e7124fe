import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";
import type { FeedbackRow } from "./feedback-row.ts";
import type { buildRecordShapes } from "./record-shapes.ts";

/** What is looked up of a record that is there. */
export type KeptRow = Pick<FeedbackRow, "id" | "event_id" | "fingerprint" | "record">;

type FindKept = (
  transaction: Transaction<Tables>,
  rows: readonly FeedbackRow[],
) => Promise<(row: FeedbackRow) => readonly KeptRow[]>;

/** Prepares the search for the records that keep rows from being written: those with their id, event or content. */
export function prepareFindKept(shapes: ReturnType<typeof buildRecordShapes>): FindKept {
  return async (transaction, rows) => {
    const by = {
      id: new Map<string, KeptRow>(),
      event: new Map<string, KeptRow>(),
      print: new Map<string, KeptRow>(),
    };
    const found = [
      ...(await shapes.knownIds.run<KeptRow>(
        transaction,
        rows.map(({ id }) => [id]),
      )),
      ...(await shapes.knownEvents.run<KeptRow>(
        transaction,
        rows.map((row) => [row.event_id]),
      )),
      ...(await shapes.knownPrints.run<KeptRow>(
        transaction,
        rows.map((row) => [row.fingerprint]),
      )),
    ];
    for (const kept of found) {
      by.id.set(kept.id, kept);
      by.event.set(kept.event_id, kept);
      by.print.set(kept.fingerprint, kept);
    }
    return (row) =>
      [by.id.get(row.id), by.event.get(row.event_id), by.print.get(row.fingerprint)].filter(
        (kept) => kept !== undefined,
      );
  };
}
