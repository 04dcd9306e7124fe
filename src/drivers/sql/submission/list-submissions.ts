import type { Kysely } from "kysely";
import { SUBMISSION_STATUSES, type SubmissionStatus } from "../../../core/submission/submission.ts";
import type { SubmissionPage, SubmissionQuery } from "../../../ports/submission-store.ts";
import { mergeStreams } from "../merge-streams.ts";
import { type PageEnd, pageLimit, readCursor } from "../page-cursor.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { fromHeader } from "./submission-row.ts";

const COLUMNS = { due: "due_at", newest: "submitted_at", closed: "closed_at" } as const;

/** A page by (time, seq): one query for each status reads an index in order, and their pages are merged. */
export async function listSubmissions(db: Kysely<Tables>, query: SubmissionQuery): Promise<SubmissionPage> {
  const limit = pageLimit(query.limit);
  const end = query.after === undefined ? undefined : readCursor(query.after);
  const statuses = (query.status === undefined ? SUBMISSION_STATUSES : [query.status]).filter(
    (status) => query.order !== "closed" || status !== "waiting",
  );
  const streams = await Promise.all(statuses.map((status) => ofStatus(db, status, query, end, limit + 1)));
  const first = query.order === "due" ? "oldest" : "newest";
  return mergeStreams(streams, limit, ({ header }) => fromHeader(header), first);
}

function ofStatus(
  db: Kysely<Tables>,
  status: SubmissionStatus,
  { order, gate, agent }: SubmissionQuery,
  end: PageEnd | undefined,
  limit: number,
) {
  const column = COLUMNS[order];
  const direction = order === "due" ? "asc" : "desc";
  let rows = db
    .selectFrom("submission")
    .select(["seq", `${column} as time`, "header"])
    .where("status", "=", status)
    .orderBy(column, direction)
    .orderBy("seq", direction)
    .limit(limit);
  if (gate !== undefined) rows = rows.where("gate", "=", storedText(gate));
  if (agent !== undefined) rows = rows.where("agent", "=", storedText(agent));
  if (end !== undefined) {
    const beyond = order === "due" ? ">" : "<";
    rows = rows.where((eb) => eb(eb.refTuple(column, "seq"), beyond, eb.tuple(end.time, end.seq)));
  }
  return rows.execute();
}
