import { type Kysely, sql } from "kysely";
import { OTHER_NAME, type AgentHour, type TagHour } from "../../../core/pattern/roll-up.ts";
import { chunk } from "../../../core/chunk.ts";
import { hourNumber } from "../../../core/time/time.ts";
import type { RollUpNews, RollUpCursor, TableCursor } from "../../../ports/feedback-store.ts";
import { toStoredHour } from "../stored-time.ts";
import type { Tables } from "../tables.ts";

/** Beyond this, reading everything again is cheaper than finding what changed. */
const MOST_WRITTEN = 20_000;
const MOST_QUERIES = 200;
const MOST_AGENTS = 500;
/**
 * Sequence numbers are assigned before commit, so a lower one can appear after a higher one. Rows seen less than this
 * long ago, or among the last so many, are read once more.
 */
const SETTLED_MS = 30_000;
const UNSETTLED_ROWS = 5_000;

interface WrittenRow {
  readonly seq: number;
  readonly agent: string;
  readonly time: string;
}

/** Runs two queries for what was written since the cursor, and two more for each affected hour. */
export async function readRollUpChanges(
  db: Kysely<Tables>,
  now: number,
  { after, from }: { readonly after: RollUpCursor | null; readonly from: string },
): Promise<RollUpNews> {
  const tables = [
    { table: "feedback", timeColumn: "time", before: after?.feedback },
    { table: "submission", timeColumn: "submitted_at", before: after?.submissions },
  ];
  const cursors: TableCursor[] = [];
  const changed = new Map<number, Set<string>>();
  const first = toStoredHour(from);
  let tooMuch = after === null;
  for (const { table, timeColumn, before } of tables) {
    const begin = before?.from ?? (await readNewestSeq(db, table)) - UNSETTLED_ROWS;
    const { rows } = await sql<WrittenRow>`
      select seq, agent, ${sql.ref(timeColumn)} as time from ${sql.table(table)}
      where seq > ${begin} order by seq limit ${sql.lit(MOST_WRITTEN + 1)}
    `.execute(db);
    tooMuch ||= rows.length > MOST_WRITTEN;
    for (const { seq, agent, time } of rows) {
      const hour = hourNumber(time) ?? 0;
      if (before?.seen.has(seq) === true || hour < first) continue;
      // Names beyond the day's limit are counted as `other`.
      const agents = changed.get(hour) ?? new Set([OTHER_NAME]);
      changed.set(hour, agents.add(agent));
    }
    cursors.push(nextCursor(before, begin, rows, now));
  }
  const [feedback, submissions] = cursors;
  const cursor = { feedback: feedback!, submissions: submissions! };
  const hourAgents = [...changed].flatMap(([hour, agents]) =>
    chunk([...agents], MOST_AGENTS).map((part) => ({ hour, agents: part })),
  );
  if (after !== null && (tooMuch || hourAgents.length > MOST_QUERIES)) {
    return { ...(await readRollUpChanges(db, now, { after: null, from })), rows: null };
  }
  return { place: cursor, rows: tooMuch ? null : await readHours(db, hourAgents) };
}

async function readNewestSeq(db: Kysely<Tables>, table: string): Promise<number> {
  const newest = await sql<{ readonly seq: number | null }>`
    select max(seq) as seq from ${sql.table(table)}
  `.execute(db);
  return newest.rows[0]?.seq ?? 0;
}

/** The next read starts where everything has settled. */
function nextCursor(
  before: TableCursor | undefined,
  begin: number,
  rows: readonly WrittenRow[],
  now: number,
): TableCursor {
  const isSettled = before !== undefined && Math.abs(now - before.at) >= SETTLED_MS;
  const from = isSettled ? Math.max(begin, before.newest) : begin;
  const seen = new Set<number>();
  for (const { seq } of rows) if (seq > from) seen.add(seq);
  const newest = rows.at(-1)?.seq ?? begin;
  return before === undefined || isSettled
    ? { from, newest, at: now, seen }
    : { from, newest: before.newest, at: before.at, seen };
}

interface HourAgents {
  readonly hour: number;
  readonly agents: readonly string[];
}

async function readHours(db: Kysely<Tables>, hourAgents: readonly HourAgents[]) {
  const [hours, tags]: [AgentHour[], TagHour[]] = [[], []];
  for (const { hour, agents } of hourAgents) {
    const agentHours = db
      .selectFrom("agent_hour")
      .selectAll()
      .where("hour", "=", hour)
      .where("agent", "in", agents);
    for (const row of await agentHours.execute()) hours.push(row);
    const tagHours = db
      .selectFrom("tag_hour")
      .select(["agent", "tag", "hour", "rejections as count"])
      .where("hour", "=", hour)
      .where("agent", "in", agents)
      .where("rejections", ">", 0);
    for (const row of await tagHours.execute()) tags.push(row);
  }
  return { hours, tags };
}
