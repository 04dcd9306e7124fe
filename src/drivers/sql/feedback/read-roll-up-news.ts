import type { Kysely } from "kysely";
import { OTHER_NAME, type AgentHour, type TagHour } from "../../../core/pattern/roll-up.ts";
import { chunk } from "../../../core/chunk.ts";
import { hourNumber } from "../../../core/time/time.ts";
import type { RollUpNews, RollUpCursor, TableCursor } from "../../../ports/feedback-store.ts";
import { hourOf } from "../stored-time.ts";
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
const UNSETTLED = 5_000;

interface Written {
  readonly seq: number;
  readonly agent: string;
  readonly time: string;
}

/** Runs two queries for what was written since the cursor, and two more for each affected hour. */
export async function readRollUpNews(
  db: Kysely<Tables>,
  now: number,
  { after, from }: { readonly after: RollUpCursor | null; readonly from: string },
): Promise<RollUpNews> {
  const tables = [
    {
      before: after?.feedback,
      newest: () =>
        db
          .selectFrom("feedback")
          .select((eb) => eb.fn.max("seq").as("seq"))
          .executeTakeFirst(),
      written: (seq: number): Promise<readonly Written[]> =>
        db
          .selectFrom("feedback")
          .select(["seq", "agent", "time"])
          .where("seq", ">", seq)
          .orderBy("seq")
          .limit(MOST_WRITTEN + 1)
          .execute(),
    },
    {
      before: after?.submissions,
      newest: () =>
        db
          .selectFrom("submission")
          .select((eb) => eb.fn.max("seq").as("seq"))
          .executeTakeFirst(),
      written: (seq: number): Promise<readonly Written[]> =>
        db
          .selectFrom("submission")
          .select(["seq", "agent", "submitted_at as time"])
          .where("seq", ">", seq)
          .orderBy("seq")
          .limit(MOST_WRITTEN + 1)
          .execute(),
    },
  ];
  const places: TableCursor[] = [];
  const changed = new Map<number, Set<string>>();
  const first = hourOf(from);
  let tooMuch = after === null;
  for (const { before, newest, written } of tables) {
    const begin = before?.from ?? ((await newest())?.seq ?? 0) - UNSETTLED;
    const found = await written(begin);
    tooMuch ||= found.length > MOST_WRITTEN;
    for (const { seq, agent, time } of found) {
      const hour = hourNumber(time) ?? 0;
      if (before?.seen.has(seq) === true || hour < first) continue;
      // Names beyond the day's limit are counted as `other`.
      const agents = changed.get(hour) ?? new Set([OTHER_NAME]);
      changed.set(hour, agents.add(agent));
    }
    places.push(placeAfter(before, begin, found, now));
  }
  const [feedback, submissions] = places;
  const place = { feedback: feedback!, submissions: submissions! };
  const parts = [...changed].flatMap(([hour, agents]) =>
    chunk([...agents], MOST_AGENTS).map((part) => ({ hour, agents: part })),
  );
  if (after !== null && (tooMuch || parts.length > MOST_QUERIES)) {
    return { ...(await readRollUpNews(db, now, { after: null, from })), rows: null };
  }
  return { place, rows: tooMuch ? null : await readParts(db, parts) };
}

/** The next read starts where everything has settled. */
function placeAfter(
  before: TableCursor | undefined,
  begin: number,
  found: readonly Written[],
  now: number,
): TableCursor {
  const isSettled = before !== undefined && Math.abs(now - before.at) >= SETTLED_MS;
  const from = isSettled ? Math.max(begin, before.newest) : begin;
  const seen = new Set<number>();
  for (const { seq } of found) if (seq > from) seen.add(seq);
  const newest = found.at(-1)?.seq ?? begin;
  return before === undefined || isSettled
    ? { from, newest, at: now, seen }
    : { from, newest: before.newest, at: before.at, seen };
}

interface Part {
  readonly hour: number;
  readonly agents: readonly string[];
}

async function readParts(db: Kysely<Tables>, parts: readonly Part[]) {
  const [hours, tags]: [AgentHour[], TagHour[]] = [[], []];
  for (const { hour, agents } of parts) {
    const work = db
      .selectFrom("agent_hour")
      .selectAll()
      .where("hour", "=", hour)
      .where("agent", "in", agents);
    for (const row of await work.execute()) hours.push(row);
    const named = db
      .selectFrom("tag_hour")
      .select(["agent", "tag", "hour", "rejections as count"])
      .where("hour", "=", hour)
      .where("agent", "in", agents)
      .where("rejections", ">", 0);
    for (const row of await named.execute()) tags.push(row);
  }
  return { hours, tags };
}
