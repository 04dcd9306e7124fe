import type { Kysely } from "kysely";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { FeedbackStore, Recorded } from "../../ports/feedback-store.ts";
import { deleteRecords } from "./delete-records.ts";
import { eraseRecords, scrubIfDue } from "./erase-records.ts";
import { type FeedbackRow, fromRecord, toFeedbackRow } from "./feedback-row.ts";
import { GroupCommit } from "./group-commit.ts";
import { listFeedback, timeOf } from "./list-feedback.ts";
import { migrate } from "./migrate.ts";
import { readRollUp } from "./read-roll-up.ts";
import { prepareRecordRows } from "./record-rows.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import { StoreError, type StoreErrorCode, storeClosed } from "./store-error.ts";
import { storedKey } from "./stored-text.ts";
import type { Tables } from "./tables.ts";

export interface SqlFeedbackStoreOptions {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
  /** The time that outgoing events are stamped with. */
  readonly now: () => string;
}

/** The most rows of one transaction, so that readers and other writers never wait long. */
const MAX_GROUP = 1_024;

/** Where these hold, they hold for every row. */
const WHOLE_STORE: ReadonlySet<StoreErrorCode> = new Set([
  "store_locked",
  "store_corrupt",
  "store_read_only",
  "store_unreachable",
  "store_closed",
  "store_too_new",
]);

/** The store over a database whose schema is brought up to date first; closing it closes the database. */
export async function createSqlFeedbackStore(options: SqlFeedbackStoreOptions): Promise<FeedbackStore> {
  const { db, dialect, now } = options;
  let closing: Promise<void> | undefined;

  const running = new Set<Promise<unknown>>();

  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw storeClosed();
    const answer = work();
    running.add(answer);
    try {
      return await answer;
    } catch (error) {
      if (error instanceof StoreError || error instanceof RangeError) throw error;
      throw dialect.toStoreError(error);
    } finally {
      running.delete(answer);
    }
  };

  await guard(() => migrate(db, dialect));
  // An unfinished erasure stays due where it cannot be finished now; that keeps nobody from opening the store.
  await scrubIfDue(db, dialect).catch(() => undefined);
  const recordRows = prepareRecordRows(db);
  const group = new GroupCommit<FeedbackRow, Recorded>({
    maxRows: MAX_GROUP,
    mayBeOneRow: (error) => !(error instanceof StoreError && WHOLE_STORE.has(error.code)),
    commit: async (rows) => {
      try {
        return await db.transaction().execute((transaction) => recordRows(transaction, rows, now()));
      } catch (error) {
        throw error instanceof StoreError ? error : dialect.toStoreError(error);
      }
    },
  });

  return {
    record: (feedback) =>
      guard(async () => {
        const answers: Recorded[] = [];
        let refused: unknown;
        for (let at = 0; at < feedback.length; at += MAX_GROUP) {
          const { rows, error } = toRows(feedback.slice(at, at + MAX_GROUP));
          refused ??= error;
          for (const answer of await group.add(rows)) answers.push(answer);
        }
        if (refused !== undefined) throw refused;
        return answers;
      }),
    find: (id) =>
      guard(async () => {
        const row = await db
          .selectFrom("feedback")
          .select("record")
          .where("id", "=", storedKey(id))
          .executeTakeFirst();
        return row === undefined ? undefined : fromRecord(row.record);
      }),
    list: (query) => guard(() => listFeedback(db, query)),
    rollUp: (range) => guard(() => readRollUp(db, range)),
    erasePerson: (personId) =>
      guard(async () => {
        const erased = await eraseRecords(db, personId);
        await scrubIfDue(db, dialect);
        return erased;
      }),
    deleteOlderThan: (time) => guard(() => deleteRecords(db, timeOf(time))),
    close: () => (closing ??= Promise.allSettled(running).then(() => db.destroy())),
  };
}

function toRows(feedback: readonly Feedback[]): {
  readonly rows: readonly FeedbackRow[];
  readonly error: unknown;
} {
  const rows: FeedbackRow[] = [];
  const errors: unknown[] = [];
  for (const record of feedback) {
    try {
      rows.push(toFeedbackRow(record));
    } catch (error) {
      errors.push(error);
    }
  }
  return { rows, error: errors[0] };
}
