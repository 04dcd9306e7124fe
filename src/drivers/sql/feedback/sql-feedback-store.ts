import type { Page } from "../../../core/page.ts";
import { chunk } from "../../../core/chunk.ts";
import type {
  FeedbackStore,
  Recorded,
  FeedbackQuery,
  RollUpRange,
  RollUpPart,
} from "../../../ports/feedback-store.ts";
import { deleteRecords } from "./delete-records.ts";
import { eraseRecords, scrubIfDue } from "../erase-records.ts";
import {
  type FeedbackRow,
  parseFeedbackRecord,
  toCounted,
  toFeedbackRow,
  toRollUpCounts,
} from "./feedback-row.ts";
import type { CountedRow } from "./name-limits.ts";
import { GroupCommit } from "../group-commit.ts";
import { toStoredTime, toStoredHour } from "../stored-time.ts";
import { readRollUpChanges } from "./read-roll-up-changes.ts";
import { prepareRecordRows } from "./record-rows.ts";
import { BatchStatement, repeatRow } from "../batch-statement.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { SqlDatabase } from "../sql-database.ts";
import type { Kysely } from "kysely";
import type { Feedback } from "../../../core/feedback/feedback.ts";
import type { Tables } from "../tables.ts";
import { readTimePage } from "../read-time-page.ts";
import { findFirst, isAfter } from "../query.ts";
import { setImmediate } from "node:timers/promises";
import { createTagFold } from "../../../core/pattern/fold-tags.ts";
import type { RollUp, TagHour } from "../../../core/pattern/roll-up.ts";
import { SUBMISSION_STATUSES } from "../../../core/submission/submission.ts";

const PAGE = 1_000;

/** Rows per query. The event loop runs in between. */
const TAG_CHUNK = 5_000;

const selectTags = (db: Kysely<Tables>, { from, to }: HourRange) =>
  db
    .selectFrom("tag_hour")
    .select(["agent", "tag", "hour", "rejections as count"])
    .where("hour", ">=", from)
    .where("hour", "<", to)
    .where("rejections", ">", 0);

const MAX_BY_OUTPUT = 20;

/** Maximum rows per transaction, so that readers and other writers never wait long. */
const MAX_GROUP = 1_024;

const MAX_FOUND = 500;

/** Audit actor if nobody is named. */
const EMEND = "emend";

export function createSqlFeedbackStore(database: SqlDatabase): FeedbackStore {
  const { commit, db, dialect, now, run } = database;
  const recordRows = prepareRecordRows(db);
  const byIds = new BatchStatement((count) =>
    db.selectFrom("feedback").select("record").where("id", "in", repeatRow(count, "")).compile(),
  );
  const group = new GroupCommit<FeedbackRow, Recorded>({
    maxRows: MAX_GROUP,
    commit: (rows) => commit((transaction) => recordRows(transaction, rows, database)),
  });
  return {
    record: (feedback) =>
      run(async () => {
        const answers: Recorded[] = [];
        // Converts all records before writing any, so that an invalid one leaves nothing of its call behind.
        const rows = feedback.map(toFeedbackRow);
        for (const part of chunk(rows, MAX_GROUP)) {
          for (const answer of await group.add(part)) answers.push(answer);
        }
        return answers;
      }),
    find: (id) =>
      run(() =>
        findFirst(db.selectFrom("feedback").select("record").where("id", "=", storedKey(id)), ({ record }) =>
          parseFeedbackRecord(record),
        ),
      ),
    findAll: (ids) =>
      run(async () => {
        const keys = [...new Set(ids.map(storedKey))].slice(0, MAX_FOUND);
        const rows = await byIds.lookUp<{ record: string }>(db, keys);
        return rows.map(({ record }) => parseFeedbackRecord(record));
      }),
    ofOutput: (hashes) => run(() => listByOutput(db, hashes)),
    list: (query) => run(() => listFeedback(db, query)),
    rollUp: (range) => run(() => readRollUp(db, range)),
    rollUpPart: (part) => run(() => readRollUpPart(db, part)),
    rollUpSince: (query) => run(() => readRollUpChanges(db, now().getTime(), query)),
    erasePerson: (personId, by = EMEND, outside) =>
      run(async () => {
        const erased = await eraseRecords(database, { personId, by, outside });
        await scrubIfDue(db, dialect);
        return erased;
      }),
    deleteOlderThan: (time, by = EMEND, outside) =>
      run(() => deleteRecords(database, { before: toStoredTime(time), by, outside })),
  };
}

/** The latest records that judged or accepted one of these outputs, newest first. */
async function listByOutput(db: Kysely<Tables>, hashes: readonly string[]): Promise<readonly Feedback[]> {
  const keys = [...new Set(hashes.map(storedKey))].slice(0, MAX_BY_OUTPUT);
  if (keys.length === 0) return [];
  const seqs = new Set<number>();
  // One query per hash, because an index then gives the order, and thousands of records may name the same output.
  for (const key of keys) {
    const latest = await db
      .selectFrom("feedback_output")
      .select("seq")
      .where("hash", "=", key)
      .orderBy("seq", "desc")
      .limit(MAX_BY_OUTPUT)
      .execute();
    for (const { seq } of latest) seqs.add(seq);
  }
  if (seqs.size === 0) return [];
  const rows = await db
    .selectFrom("feedback")
    .select(["feedback.record"])
    .where("feedback.seq", "in", [...seqs].toSorted((a, b) => b - a).slice(0, MAX_BY_OUTPUT))
    .orderBy("feedback.time", "desc")
    .orderBy("feedback.seq", "desc")
    .execute();
  return rows.map(({ record }) => parseFeedbackRecord(record));
}

async function listFeedback(db: Kysely<Tables>, query: FeedbackQuery): Promise<Page<Feedback>> {
  const toItem = ({ record }: { readonly record: string }): Feedback => parseFeedbackRecord(record);
  return query.tag === undefined
    ? readTimePage({ streams: [byTime(db, query)], columns: ["time", "seq"], toItem }, query)
    : readTimePage(
        {
          streams: [byTag(db, query, query.tag)],
          columns: ["feedback_tag.time", "feedback_tag.seq"],
          toItem,
        },
        query,
      );
}

function byTime(db: Kysely<Tables>, { agent, since }: FeedbackQuery) {
  let rows = db.selectFrom("feedback").select(["seq", "time", "record"]);
  if (agent !== undefined) rows = rows.where("agent", "=", storedText(agent));
  return since === undefined ? rows : rows.where("time", ">=", toStoredTime(since));
}

function byTag(db: Kysely<Tables>, { agent, since }: FeedbackQuery, tag: string) {
  let rows = db
    .selectFrom("feedback_tag")
    .innerJoin("feedback", "feedback.seq", "feedback_tag.seq")
    .select(["feedback.seq", "feedback.time", "feedback.record"])
    .where("feedback_tag.tag", "=", storedText(tag));
  if (agent !== undefined) rows = rows.where("feedback.agent", "=", storedText(agent));
  return since === undefined ? rows : rows.where("feedback_tag.time", ">=", toStoredTime(since));
}

/**
 * Two queries over the hours of the range, independent of earlier history and number of agents. One agent's tags are
 * read in chunks and rare ones are summed, so that made-up tags slow nobody down.
 */
async function readRollUp(db: Kysely<Tables>, range: RollUpRange): Promise<RollUp> {
  const span = { from: toStoredHour(range.from), to: toStoredHour(range.to) };
  let hours = db
    .selectFrom("agent_hour")
    .selectAll()
    .where("hour", ">=", span.from)
    .where("hour", "<", span.to);
  if (range.agent === undefined) {
    const tags = selectTags(db, span);
    return { hours: await hours.execute(), tags: await tags.execute() };
  }
  const agent = storedText(range.agent);
  hours = hours.where("agent", "=", agent);
  return { hours: await hours.execute(), tags: await readTags(db, span, agent) };
}

interface HourRange {
  readonly from: number;
  readonly to: number;
}

async function readTags(db: Kysely<Tables>, span: HourRange, agent: string): Promise<readonly TagHour[]> {
  const fold = createTagFold();
  for (let last: { readonly hour: number; readonly tag: string } | undefined; ;) {
    let part = selectTags(db, { ...span, from: last?.hour ?? span.from })
      .where("agent", "=", agent)
      .orderBy("hour")
      .orderBy("tag")
      .limit(TAG_CHUNK);
    if (last !== undefined) {
      const { hour, tag } = last;
      part = part.where((eb) => eb.or([eb("hour", ">", hour), eb("tag", ">", tag)]));
    }
    const rows = await part.execute();
    fold.add(rows);
    last = rows.at(-1);
    if (rows.length < TAG_CHUNK) return fold.take();
    await setImmediate();
  }
}

/** Counts part of an hour from the records themselves. Returns undefined if there are too many. */
async function readRollUpPart(db: Kysely<Tables>, part: RollUpPart): Promise<RollUp | undefined> {
  const [from, to] = [toStoredTime(part.from), toStoredTime(part.to)];
  const agent = part.agent === undefined ? undefined : storedText(part.agent);
  const rows = await readRows(db, { from, to, agent, most: part.most });
  if (rows === undefined) return undefined;
  let submitted = db
    .selectFrom("submission")
    .select(({ fn }) => ["agent", fn.countAll<number>().as("count")])
    .where("status", "in", SUBMISSION_STATUSES)
    .where("submitted_at", ">=", from)
    .where("submitted_at", "<", to)
    .groupBy("agent");
  if (agent !== undefined) submitted = submitted.where("agent", "=", agent);
  const { agentHours, tagHours } = toRollUpCounts(rows);
  const hour = toStoredHour(from);
  return {
    hours: [
      ...agentHours.map(([name, , , approved, approved_with_changes, rejected]) => ({
        agent: name,
        hour,
        submitted: 0,
        approved,
        approved_with_changes,
        rejected,
      })),
      ...(await submitted.execute()).map(({ agent: name, count }) => ({
        agent: name,
        hour,
        submitted: count,
        approved: 0,
        approved_with_changes: 0,
        rejected: 0,
      })),
    ],
    tags: tagHours
      .filter(([, , , rejections]) => rejections > 0)
      .map(([name, , tag, count]) => ({ agent: name, hour, tag, count })),
  };
}

interface RecordRange {
  readonly from: string;
  readonly to: string;
  readonly agent: string | undefined;
  readonly most: number;
}

/** Reads in pages and lets the event loop run in between. */
async function readRows(
  db: Kysely<Tables>,
  { from, to, agent, most }: RecordRange,
): Promise<readonly CountedRow[] | undefined> {
  const rows: CountedRow[] = [];
  let last = { time: from, seq: -1 };
  for (let read = 0; ;) {
    let page = db
      .selectFrom("feedback")
      .select(["seq", "time", "record"])
      .where(isAfter(["time", "seq"], [last.time, last.seq]))
      .where("time", "<", to)
      .orderBy("time")
      .orderBy("seq")
      .limit(PAGE);
    if (agent !== undefined) page = page.where("agent", "=", agent);
    const found = await page.execute();
    read += found.length;
    if (read > most) return undefined;
    for (const { record } of found) {
      const row = toCounted(parseFeedbackRecord(record));
      if (row.counts) rows.push(row);
    }
    if (found.length < PAGE) return rows;
    last = found.at(-1)!;
    await setImmediate();
  }
}
