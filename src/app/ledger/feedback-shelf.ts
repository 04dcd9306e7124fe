import { defined } from "../../core/defined.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { correctionPath, isCorrectionPath, recordIdOf, recordPath } from "../../core/ledger/ledger-path.ts";
import { parseRecordDocument, renderRecord } from "../../core/ledger/render-documents.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { LedgerDocument } from "../../ports/ledger.ts";
import type { LedgerShelf, Restored, ShelfItem } from "./ledger-shelf.ts";

const PAGE = 500;
/** Above what any record that fits its schema takes, every character of it escaped. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Records, and beside them the newest correction of each task; good for one comparison, whose tasks it remembers. */
export function createFeedbackShelf(store: FeedbackStore): LedgerShelf {
  const newest = new Map<string, string>();
  const isShown = (task: string, id: string): boolean => {
    if (!newest.has(task)) newest.set(task, id);
    return newest.get(task) === id;
  };
  const toItem = (record: Feedback): ShelfItem => ({
    time: record.time,
    place: (folderOf) => {
      const { id, task, correction } = record;
      const own = { path: recordPath(record, folderOf), text: () => renderRecord(record) };
      if (task === undefined) return { keys: [id], files: [own] };
      const copy = correctionPath(task, folderOf);
      const diff = correction?.diff;
      return {
        keys: [id, copy],
        files: diff !== undefined && isShown(task, id) ? [own, { path: copy, text: () => diff }] : [own],
      };
    },
  });
  return {
    name: "feedback",
    keyOf: (path) => recordIdOf(path) ?? (isCorrectionPath(path) ? path : undefined),
    list: async (after) => {
      const { items, next } = await store.list({ limit: PAGE, ...defined({ after }) });
      return { items: items.map(toItem), ...defined({ next }) };
    },
    wants: (path) => recordIdOf(path) !== undefined,
    maxBytes: MAX_BYTES,
    together: PAGE,
    restore: (documents) => restoreRecords(store, documents),
  };
}

/** In one call, since a store records many together faster than each alone. */
async function restoreRecords(
  store: FeedbackStore,
  documents: readonly LedgerDocument[],
): Promise<readonly Restored[]> {
  const readings = documents.map(({ path, value }) => ({ path, read: parseRecordDocument(value, path) }));
  const recorded = await store.record(readings.flatMap(({ read }) => (read.ok ? [read.value] : [])));
  const states = recorded.values();
  return readings.map(({ path, read }) =>
    read.ok
      ? { state: states.next().value?.state ?? "known", path }
      : { state: "unreadable", path, reason: read.error },
  );
}
