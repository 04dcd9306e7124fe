import type { Kysely, Transaction } from "kysely";
import type { AuditAct } from "../../../core/audit/audit-entry.ts";
import { correctionsOfFeedback } from "../../../core/correction/from-feedback.ts";
import { isRedelivery, isDecidedAlready, withAlternateId } from "../../../core/feedback/own-event.ts";
import type { Recorded } from "../../../ports/feedback-store.ts";
import { StoreError } from "../../../ports/errors.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { toCorrectionRow, toCorrectionValues } from "../correction/correction-row.ts";
import type { WriteContext } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import { toRollUpCounts, type FeedbackRow, parseFeedbackRecord, toFeedbackRow } from "./feedback-row.ts";
import { nameLimitsOf } from "./name-limits.ts";
import { buildRecordStatements } from "./record-statements.ts";

type RecordRows = (
  transaction: Transaction<Tables>,
  rows: readonly FeedbackRow[],
  context: RecordContext,
) => Promise<readonly Recorded[]>;

interface RecordContext extends WriteContext {
  /** Whether to store a decision even if another person's decision has its id. */
  readonly keepsRivals?: boolean;
}

/** Two records with the same id, event or content. */
interface Collision {
  readonly incoming: FeedbackRow;
  readonly stored: StoredRecord;
  /** Id under which the incoming record was stored, or null for a decision that came too late. */
  readonly movedTo: string | null;
}

/** What one call writes. */
interface Work {
  readonly written: { readonly row: FeedbackRow; readonly seq: number }[];
  readonly collisions: Collision[];
  readonly keepsRivals: boolean;
}

/** Maximum alternative ids to try for a record whose own is taken. */
const MOST_ATTEMPTS = 32;

/** Prepares a function that writes records with their tags, counts and events in the caller's transaction. */
export function prepareRecordRows(db: Kysely<Tables>): RecordRows {
  const statements = buildRecordStatements(db);
  const limitNames = nameLimitsOf(db);
  const findConflicts = prepareFindConflicts(statements);

  /** Inserts new records. A record whose id is taken by a different one gets the next id. */
  async function write(
    transaction: Transaction<Tables>,
    rows: readonly FeedbackRow[],
    work: Work,
    attempt = 1,
  ): Promise<readonly Recorded[]> {
    // If an event is passed twice, the first is written. Repeated content is left to the database's unique index.
    const firsts = new Map<string, FeedbackRow>();
    for (const row of rows) if (!firsts.has(row.id)) firsts.set(row.id, row);
    const inserted = await statements.feedback.run<{ id: string; seq: number }>(
      transaction,
      Array.from(firsts.values(), (row) => [
        row.id,
        row.event_id,
        row.fingerprint,
        row.agent,
        row.author,
        row.time,
        row.record,
      ]),
    );
    const numbers = new Map(inserted.map(({ id, seq }) => [id, seq]));
    for (const [id, seq] of numbers) work.written.push({ row: firsts.get(id)!, seq });
    const isFirst = (row: FeedbackRow): boolean => numbers.has(row.id) && firsts.get(row.id) === row;
    const others = rows.filter((row) => !isFirst(row));
    const conflictsOf = others.length === 0 ? () => [] : await findConflicts(transaction, others);
    const states = new Map<FeedbackRow, Recorded>();
    const displaced: { readonly row: FeedbackRow; readonly by: StoredRecord }[] = [];
    for (const row of others) {
      const stored = conflictsOf(row);
      const same = stored.find(({ record }) => isRepeat(record, row.record));
      const late = work.keepsRivals ? undefined : stored.find(({ record }) => isLate(record, row.record));
      if (same !== undefined) states.set(row, { state: "known", id: same.id });
      else if (late !== undefined) {
        states.set(row, { state: "known", id: late.id });
        work.collisions.push({ incoming: row, stored: late, movedTo: null });
      } else displaced.push({ row, by: stored[0] ?? refuse(row) });
    }
    if (displaced.length > 0) {
      if (attempt > MOST_ATTEMPTS) refuse(displaced[0]!.row);
      const moved = displaced.map(({ row }) =>
        toFeedbackRow(withAlternateId(parseFeedbackRecord(row.record), attempt + 1)),
      );
      const answers = await write(transaction, moved, work, attempt + 1);
      for (const [at, { row, by }] of displaced.entries()) {
        const answer = answers[at]!;
        states.set(row, answer.state === "known" ? answer : { ...answer, collided_with: by.id });
        if (answer.state === "new" && attempt === 1) {
          work.collisions.push({ incoming: row, stored: by, movedTo: answer.id });
        }
      }
    }
    return rows.map((row) => states.get(row) ?? { state: "new", id: row.id });
  }

  return async (transaction, rows, context) => {
    const { keepsRivals = false } = context;
    const work: Work = { written: [], collisions: [], keepsRivals };
    const answers = await write(transaction, rows, work);
    await writeDerived(transaction, work.written, context.now().toISOString());
    for (const collision of work.collisions) {
      await appendAudit(transaction, collisionAct(collision), context);
    }
    return answers;
  };

  async function writeDerived(
    transaction: Transaction<Tables>,
    written: Work["written"],
    now: string,
  ): Promise<void> {
    if (written.length === 0) return;
    const counted = written.flatMap(({ row }) => (row.counts ? [row] : []));
    const { agentHours, tagHours } = toRollUpCounts(await limitNames(transaction, counted));
    await statements.tags.run(
      transaction,
      written.flatMap(({ row: { time, tags }, seq }) => tags.map((tag) => [tag, time, seq])),
    );
    await statements.runs.run(
      transaction,
      written.flatMap(({ row, seq }) =>
        row.run === "" ? [] : [[row.run, row.time, seq, row.agent, row.id, row.heard]],
      ),
    );
    await statements.outputs.run(
      transaction,
      written.flatMap(({ row: { outputs }, seq }) => outputs.map((hash) => [hash, seq])),
    );
    const edited = written.filter(({ row }) => row.hasDiff);
    await statements.corrections.run(
      transaction,
      edited
        .flatMap(({ row }) => correctionsOfFeedback(parseFeedbackRecord(row.record)))
        .map((correction) => toCorrectionValues(toCorrectionRow(correction, now))),
    );
    await statements.agentHours.run(transaction, agentHours);
    await statements.tagHours.run(transaction, tagHours);
    await statements.outbox.run(
      transaction,
      written.map(({ row: { id } }) => ["feedback.recorded", JSON.stringify({ id }), now]),
    );
  }
}

/** Compares the text first, because most repeats are identical and need no parsing. */
const isRepeat = (stored: string, incoming: string): boolean =>
  stored === incoming || isRedelivery(parseFeedbackRecord(stored), parseFeedbackRecord(incoming));

const isLate = (stored: string, incoming: string): boolean =>
  isDecidedAlready(parseFeedbackRecord(stored), parseFeedbackRecord(incoming));

function collisionAct({ incoming, stored, movedTo }: Collision): AuditAct {
  const [author, other] = [
    parseFeedbackRecord(incoming.record).author,
    parseFeedbackRecord(stored.record).author,
  ];
  return {
    actor: "emend",
    action: "feedback.collision",
    subject: movedTo ?? stored.id,
    detail: {
      collided_with: stored.id,
      kept_both: movedTo !== null,
      author: author.id,
      trust: author.trust,
      other_author: other.id,
      other_trust: other.trust,
    },
  };
}

function refuse(row: FeedbackRow): never {
  throw new StoreError("record_refused", `the record ${row.id} was neither added nor found; record it again`);
}

type StoredRecord = Pick<FeedbackRow, "id" | "event_id" | "fingerprint" | "record">;

type FindConflicts = (
  transaction: Transaction<Tables>,
  rows: readonly FeedbackRow[],
) => Promise<(row: FeedbackRow) => readonly StoredRecord[]>;

/** Prepares the search for stored records that conflict with rows by id, event or content. */
function prepareFindConflicts(statements: ReturnType<typeof buildRecordStatements>): FindConflicts {
  return async (transaction, rows) => {
    const by = {
      id: new Map<string, StoredRecord>(),
      event: new Map<string, StoredRecord>(),
      print: new Map<string, StoredRecord>(),
    };
    const found = [
      ...(await statements.knownIds.run<StoredRecord>(
        transaction,
        rows.map(({ id }) => [id]),
      )),
      ...(await statements.knownEvents.run<StoredRecord>(
        transaction,
        rows.map((row) => [row.event_id]),
      )),
      ...(await statements.knownPrints.run<StoredRecord>(
        transaction,
        rows.map((row) => [row.fingerprint]),
      )),
    ];
    for (const stored of found) {
      by.id.set(stored.id, stored);
      by.event.set(stored.event_id, stored);
      by.print.set(stored.fingerprint, stored);
    }
    return (row) =>
      [by.id.get(row.id), by.event.get(row.event_id), by.print.get(row.fingerprint)].filter(
        (stored) => stored !== undefined,
      );
  };
}
