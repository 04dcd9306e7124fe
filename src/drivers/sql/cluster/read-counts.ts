import type { AgentDay } from "../../../core/rule/agent-day.ts";
import type { Kysely } from "kysely";
import type { Trust } from "../../../core/feedback/feedback.ts";
import type { ClusterAuthor } from "../../../ports/cluster-store.ts";
import { daySpan } from "../day-span.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

const MOST_AUTHORS = 1_000;

export async function readAuthors(db: Kysely<Tables>, clusterId: string): Promise<readonly ClusterAuthor[]> {
  const rows = await db
    .selectFrom("cluster_author")
    .select(["author", "trust", "count"])
    .where("cluster_id", "=", storedKey(clusterId))
    .orderBy("author")
    .orderBy("trust")
    .limit(MOST_AUTHORS)
    .execute();
  return rows.map((row) => ({ ...row, trust: row.trust as Trust }));
}

export async function readOccurrences(
  db: Kysely<Tables>,
  clusterId: string,
  span: { readonly from: string; readonly to: string },
): Promise<readonly AgentDay[]> {
  const { first, last } = daySpan(span);
  return db
    .selectFrom("cluster_day")
    .select(["day", "agent", "count"])
    .where("cluster_id", "=", storedKey(clusterId))
    .where("day", ">=", first)
    .where("day", "<=", last)
    .orderBy("day")
    .orderBy("agent")
    .execute();
}
