import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { RollUp } from "../../../core/pattern/roll-up.ts";
import { SUBMISSION_STATUSES } from "../../../core/submission/submission.ts";
import type { RollUpPart } from "../../../ports/feedback-store.ts";
import { storedText } from "../stored-text.ts";
import { hourOf, timeOf } from "../stored-time.ts";
import type { Tables } from "../tables.ts";
import { countRows } from "./counts.ts";
import { type FeedbackRow, fromRecord, toFeedbackRow } from "./feedback-row.ts";

const PAGE = 1_000;

/** What happened within a part of an hour, from the records themselves; nothing if there are too many of them. */
export async function readRollUpPart(db: Kysely<Tables>, part: RollUpPart): Promise<RollUp | undefined> {
  const [from, to] = [timeOf(part.from), timeOf(part.to)];
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
  const { agentHours, tagHours } = countRows(rows);
  const hour = hourOf(from);
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

interface Stretch {
  readonly from: string;
  readonly to: string;
  readonly agent: string | undefined;
  readonly most: number;
}

/** In pages, between which others have their turn. */
async function readRows(
  db: Kysely<Tables>,
  { from, to, agent, most }: Stretch,
): Promise<readonly FeedbackRow[] | undefined> {
  const rows: FeedbackRow[] = [];
  let last = { time: from, seq: -1 };
  for (let read = 0; ;) {
    let page = db
      .selectFrom("feedback")
      .select(["seq", "time", "record"])
      .where((eb) => eb(eb.refTuple("time", "seq"), ">", eb.tuple(last.time, last.seq)))
      .where("time", "<", to)
      .orderBy("time")
      .orderBy("seq")
      .limit(PAGE);
    if (agent !== undefined) page = page.where("agent", "=", agent);
    const found = await page.execute();
    read += found.length;
    if (read > most) return undefined;
    for (const { record } of found) {
      const row = toFeedbackRow(fromRecord(record));
      if (row.counts) rows.push(row);
    }
    if (found.length < PAGE) return rows;
    last = found.at(-1)!;
    await setImmediate();
  }
}
