import type { Kysely } from "kysely";
import type { RollUp } from "../../../core/pattern/roll-up.ts";
import type { RollUpRange } from "../../../ports/feedback-store.ts";
import { hourOf } from "../stored-time.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/** Two queries over the hours of the range, whatever was recorded before it and by how many agents. */
export async function readRollUp(db: Kysely<Tables>, range: RollUpRange): Promise<RollUp> {
  const from = hourOf(range.from);
  const to = hourOf(range.to);
  let hours = db.selectFrom("agent_hour").selectAll().where("hour", ">=", from).where("hour", "<", to);
  let tags = db
    .selectFrom("tag_hour")
    .select(["agent", "tag", "hour", "rejections as count"])
    .where("hour", ">=", from)
    .where("hour", "<", to)
    .where("rejections", ">", 0);
  if (range.agent !== undefined) {
    hours = hours.where("agent", "=", storedText(range.agent));
    tags = tags.where("agent", "=", storedText(range.agent));
  }
  return { hours: await hours.execute(), tags: await tags.execute() };
}
