import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import { createTagFold } from "../../../core/pattern/fold-tags.ts";
import type { RollUp, TagHour } from "../../../core/pattern/roll-up.ts";
import type { RollUpRange } from "../../../ports/feedback-store.ts";
import { hourOf } from "../stored-time.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/** Rows of one agent that are read at once; between two parts others have their turn. */
const PART = 5_000;

/**
 * Two queries over the hours of the range, whatever was recorded before it and by how many agents. One agent's tags are read
 * in parts, and the rare ones of very many are added up, so that nobody waits for what somebody else invented.
 */
export async function readRollUp(db: Kysely<Tables>, range: RollUpRange): Promise<RollUp> {
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

const tagsIn = (db: Kysely<Tables>, { from, to }: Span) =>
  db
    .selectFrom("tag_hour")
    .select(["agent", "tag", "hour", "rejections as count"])
    .where("hour", ">=", from)
    .where("hour", "<", to)
    .where("rejections", ">", 0);

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
