import type { Page } from "../../../core/page.ts";
import { chunk } from "../../../core/chunk.ts";
import type { FeedbackStore, Recorded, FeedbackQuery, RollUpRange } from "../../../ports/feedback-store.ts";
import { deleteRecords } from "./delete-records.ts";
import { eraseRecords, scrubIfDue } from "../erase-records.ts";
import { type FeedbackRow, fromRecord, toFeedbackRow } from "./feedback-row.ts";
import { GroupCommit } from "../group-commit.ts";
import { timeOf, hourOf } from "../stored-time.ts";
import { readRollUpPart } from "./read-roll-up-part.ts";
import { readRollUpNews } from "./read-roll-up-news.ts";
import { prepareRecordRows } from "./record-rows.ts";
import { RowShapes, rowsOf } from "../row-shapes.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Kysely } from "kysely";
import type { Feedback } from "../../../core/feedback/feedback.ts";
import type { Tables } from "../tables.ts";
import { pageLimit, pageOf, readCursor, writeCursor } from "../page-cursor.ts";
import { setImmediate } from "node:timers/promises";
import { createTagFold } from "../../../core/pattern/fold-tags.ts";
import type { RollUp, TagHour } from "../../../core/pattern/roll-up.ts";

/** Rows of one agent that are read at once; between two parts others have their turn. */
const PART = 5_000;

const tagsIn = (db: Kysely<Tables>, { from, to }: Span) =>
  db
    .selectFrom("tag_hour")
    .select(["agent", "tag", "hour", "rejections as count"])
    .where("hour", ">=", from)
    .where("hour", "<", to)
    .where("rejections", ">", 0);

const MOST = 20;

/** The most rows of one transaction, so that readers and other writers never wait long. */
const MAX_GROUP = 1_024;

const MAX_FOUND = 500;

/** Who acts where nobody is named. */
const NOBODY = "emend";

export function createSqlFeedbackStore(database: SqlDatabase): FeedbackStore {
  const { commit, db, dialect, now, run } = database;
  const recordRows = prepareRecordRows(db);
  const byIds = new RowShapes((count) =>
    db.selectFrom("feedback").select("record").where("id", "in", rowsOf(count, "")).compile(),
  );
  const group = new GroupCommit<FeedbackRow, Recorded>({
    maxRows: MAX_GROUP,
    commit: (rows) => commit((transaction) => recordRows(transaction, rows, database)),
  });
  return {
    record: (feedback) =>
      run(async () => {
        const answers: Recorded[] = [];
        // All are made before any is written, so that one that is refused leaves nothing of its call behind.
        const rows = feedback.map(toFeedbackRow);
        for (const part of chunk(rows, MAX_GROUP)) {
          for (const answer of await group.add(part)) answers.push(answer);
        }
        return answers;
      }),
    find: (id) =>
      run(async () => {
        const row = await db
          .selectFrom("feedback")
          .select("record")
          .where("id", "=", storedKey(id))
          .executeTakeFirst();
        return row === undefined ? undefined : fromRecord(row.record);
      }),
    findAll: (ids) =>
      run(async () => {
        const keys = [...new Set(ids.map(storedKey))].slice(0, MAX_FOUND);
        const rows = await byIds.lookUp<{ record: string }>(db, keys);
        return rows.map(({ record }) => fromRecord(record));
      }),
    ofOutput: (hashes) => run(() => listOfOutput(db, hashes)),
    list: (query) => run(() => listFeedback(db, query)),
    rollUp: (range) => run(() => readRollUp(db, range)),
    rollUpPart: (part) => run(() => readRollUpPart(db, part)),
    rollUpSince: (query) => run(() => readRollUpNews(db, now().getTime(), query)),
    erasePerson: (personId, by = NOBODY, outside) =>
      run(async () => {
        const erased = await eraseRecords(database, { personId, by, outside });
        await scrubIfDue(db, dialect);
        return erased;
      }),
    deleteOlderThan: (time, by = NOBODY, outside) =>
      run(() => deleteRecords(database, { before: timeOf(time), by, outside })),
  };
}

/** The latest records that judged or accepted one of these outputs, the newest first. */
async function listOfOutput(db: Kysely<Tables>, hashes: readonly string[]): Promise<readonly Feedback[]> {
  const keys = [...new Set(hashes.map(storedKey))].slice(0, MOST);
  if (keys.length === 0) return [];
  const seqs = new Set<number>();
  // One by one: for a single hash its key gives the order, and thousands of records may name the same output.
  for (const key of keys) {
    const latest = await db
      .selectFrom("feedback_output")
      .select("seq")
      .where("hash", "=", key)
      .orderBy("seq", "desc")
      .limit(MOST)
      .execute();
    for (const { seq } of latest) seqs.add(seq);
  }
  if (seqs.size === 0) return [];
  const rows = await db
    .selectFrom("feedback")
    .select(["feedback.record"])
    .where("feedback.seq", "in", [...seqs].toSorted((a, b) => b - a).slice(0, MOST))
    .orderBy("feedback.time", "desc")
    .orderBy("feedback.seq", "desc")
    .execute();
  return rows.map(({ record }) => fromRecord(record));
}

/**
 * A page by (time, seq) descending: each page starts where the last one ended, however many records arrive
 * in between, and costs the same at any depth.
 */
async function listFeedback(db: Kysely<Tables>, query: FeedbackQuery): Promise<Page<Feedback>> {
  const limit = pageLimit(query.limit);
  const rows = await (query.tag === undefined ? byTime(db, query) : byTag(db, query, query.tag))
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, ({ record }) => fromRecord(record), writeCursor);
}

function byTime(db: Kysely<Tables>, { agent, since, after }: FeedbackQuery) {
  let rows = db
    .selectFrom("feedback")
    .select(["seq", "time", "record"])
    .orderBy("time", "desc")
    .orderBy("seq", "desc");
  if (agent !== undefined) rows = rows.where("agent", "=", storedText(agent));
  if (since !== undefined) rows = rows.where("time", ">=", timeOf(since));
  if (after !== undefined) {
    const end = readCursor(after);
    rows = rows.where((eb) => eb(eb.refTuple("time", "seq"), "<", eb.tuple(end.time, end.seq)));
  }
  return rows;
}

function byTag(db: Kysely<Tables>, { agent, since, after }: FeedbackQuery, tag: string) {
  let rows = db
    .selectFrom("feedback_tag")
    .innerJoin("feedback", "feedback.seq", "feedback_tag.seq")
    .select(["feedback.seq", "feedback.time", "feedback.record"])
    .where("feedback_tag.tag", "=", storedText(tag))
    .orderBy("feedback_tag.time", "desc")
    .orderBy("feedback_tag.seq", "desc");
  if (agent !== undefined) rows = rows.where("feedback.agent", "=", storedText(agent));
  if (since !== undefined) rows = rows.where("feedback_tag.time", ">=", timeOf(since));
  if (after !== undefined) {
    const end = readCursor(after);
    rows = rows.where((eb) =>
      eb(eb.refTuple("feedback_tag.time", "feedback_tag.seq"), "<", eb.tuple(end.time, end.seq)),
    );
  }
  return rows;
}

/**
 * Two queries over the hours of the range, whatever was recorded before it and by how many agents. One agent's tags are read
 * in parts, and the rare ones of very many are added up, so that nobody waits for what somebody else invented.
 */
async function readRollUp(db: Kysely<Tables>, range: RollUpRange): Promise<RollUp> {
  const span = { from: hourOf(range.from), to: hourOf(range.to) };
  let hours = db
    .selectFrom("agent_hour")
    .selectAll()
    .where("hour", ">=", span.from)
    .where("hour", "<", span.to);
  if (range.agent === undefined) {
    const tags = tagsIn(db, span);
    return { hours: await hours.execute(), tags: await tags.execute() };
  }
  const agent = storedText(range.agent);
  hours = hours.where("agent", "=", agent);
  return { hours: await hours.execute(), tags: await readTags(db, span, agent) };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

async function readTags(db: Kysely<Tables>, span: Span, agent: string): Promise<readonly TagHour[]> {
  const fold = createTagFold();
  for (let last: { readonly hour: number; readonly tag: string } | undefined; ;) {
    let part = tagsIn(db, { ...span, from: last?.hour ?? span.from })
      .where("agent", "=", agent)
      .orderBy("hour")
      .orderBy("tag")
      .limit(PART);
    if (last !== undefined) {
      const { hour, tag } = last;
      part = part.where((eb) => eb.or([eb("hour", ">", hour), eb("tag", ">", tag)]));
    }
    const rows = await part.execute();
    fold.add(rows);
    last = rows.at(-1);
    if (rows.length < PART) return fold.take();
    await setImmediate();
  }
}
