import type { Kysely } from "kysely";
import type { RunDay, RunQuery } from "../../../ports/rule-store.ts";
import { daySpan } from "../day-span.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/** From the counts alone, by day and then by agent; days without a run are left out. */
export async function readRuns(db: Kysely<Tables>, query: RunQuery): Promise<readonly RunDay[]> {
  const { first, last } = daySpan(query);
  const agent = query.agent === undefined ? undefined : storedKey(query.agent);
  let all = db
    .selectFrom("run_day")
    .select(["day", "agent", "runs"])
    .where("day", ">=", first)
    .where("day", "<=", last)
    .orderBy("day")
    .orderBy("agent");
  if (agent !== undefined) all = all.where("agent", "=", agent);
  const days = await all.execute();
  const withRule = query.rule === undefined ? new Map<string, number>() : await runsWith(query.rule);
  return days
    .filter(({ runs }) => runs > 0)
    .map((day) => ({ ...day, with_rule: withRule.get(`${day.day} ${day.agent}`) ?? 0 }));

  async function runsWith(rule: string): Promise<ReadonlyMap<string, number>> {
    let rows = db
      .selectFrom("rule_run_day")
      .select(["day", "agent", "runs"])
      .where("rule_id", "=", storedKey(rule))
      .where("day", ">=", first)
      .where("day", "<=", last);
    if (agent !== undefined) rows = rows.where("agent", "=", agent);
    return new Map((await rows.execute()).map(({ day, agent: name, runs }) => [`${day} ${name}`, runs]));
  }
}
