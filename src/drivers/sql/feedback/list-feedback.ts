import type { Kysely } from "kysely";
import type { FeedbackPage, FeedbackQuery } from "../../../ports/feedback-store.ts";
import { fromRecord } from "./feedback-row.ts";
import { pageLimit, pageOf, readCursor, writeCursor } from "../page-cursor.ts";
import { timeOf } from "../stored-time.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/**
 * A page by (time, seq) descending: each page starts where the last one ended, however many records arrive
 * in between, and costs the same at any depth.
 */
export async function listFeedback(db: Kysely<Tables>, query: FeedbackQuery): Promise<FeedbackPage> {
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
