import type { Kysely } from "kysely";
import type { AgentDay } from "../../../core/rule/count-around.ts";
import { daySpan } from "../day-span.ts";
import type { Tables } from "../tables.ts";

/** Occurrences of all clusters without a rule. A rule may name a cluster that was merged into another since. */
export async function readUnruled(
  db: Kysely<Tables>,
  span: { readonly from: string; readonly to: string },
): Promise<readonly AgentDay[]> {
  const { first, last } = daySpan(span);
  const ruled = db
    .selectFrom("rule")
    .select("cluster_id")
    .where("cluster_id", "<>", "")
    .where("status", "not in", ["rejected", "expired"]);
  const ruledOnceMerged = db
    .selectFrom("cluster")
    .select("merged_into")
    .where("merged_into", "is not", null)
    .where("id", "in", ruled);
  const rows = await db
    .selectFrom("cluster_day")
    .select(["day", "agent"])
    .select(({ fn }) => fn.sum<number | string>("count").as("total"))
    .where("day", ">=", first)
    .where("day", "<=", last)
    .where("cluster_id", "not in", ruled)
    .where("cluster_id", "not in", ruledOnceMerged)
    .groupBy(["day", "agent"])
    .orderBy("day")
    .orderBy("agent")
    .execute();
  return rows.map(({ day, agent, total }) => ({ day, agent, count: Number(total) }));
}
