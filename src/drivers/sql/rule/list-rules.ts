import type { Kysely } from "kysely";
import type { Rule, RuleStatus } from "../../../core/rule/rule.ts";
import type { RulePage, RuleQuery } from "../../../ports/rule-store.ts";
import { mergeStreams } from "../merge-streams.ts";
import { type PageEnd, pageLimit, readCursor } from "../page-cursor.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { fromDocument } from "./rule-row.ts";

const MOST = 5_000;

/** A page by (time of the last change, seq) descending. */
export async function listRules(db: Kysely<Tables>, query: RuleQuery): Promise<RulePage> {
  const limit = pageLimit(query.limit);
  const end = query.after === undefined ? undefined : readCursor(query.after);
  const wanted = query.status === undefined ? [undefined] : [...new Set(query.status)];
  const streams = await Promise.all(wanted.map((status) => changed(db, status, end, limit + 1)));
  return mergeStreams(streams, limit, ({ document }) => fromDocument(document));
}

function changed(
  db: Kysely<Tables>,
  status: RuleStatus | undefined,
  end: PageEnd | undefined,
  limit: number,
) {
  let rows = db
    .selectFrom("rule")
    .select(["seq", "updated_at as time", "document"])
    .orderBy("updated_at", "desc")
    .orderBy("seq", "desc")
    .limit(limit);
  if (status !== undefined) rows = rows.where("status", "=", status);
  if (end !== undefined) {
    rows = rows.where((eb) => eb(eb.refTuple("updated_at", "seq"), "<", eb.tuple(end.time, end.seq)));
  }
  return rows.execute();
}

export async function rulesInForce(db: Kysely<Tables>, agent?: string): Promise<readonly Rule[]> {
  if (agent === undefined) return since(db, "in_force_since");
  const names = [...new Set(["", storedKey(agent)])];
  const streams = await Promise.all(names.map((name) => ofAgent(db, name)));
  return streams
    .flat()
    .toSorted((a, b) =>
      a.in_force_since === b.in_force_since ? a.seq - b.seq : a.in_force_since < b.in_force_since ? -1 : 1,
    )
    .slice(0, MOST)
    .map(({ document }) => fromDocument(document));
}

const ofAgent = (db: Kysely<Tables>, agent: string) =>
  db
    .selectFrom("rule_agent")
    .innerJoin("rule", "rule.seq", "rule_agent.seq")
    .select(["rule_agent.in_force_since", "rule.seq", "rule.document"])
    .where("rule_agent.agent", "=", agent)
    .orderBy("rule_agent.in_force_since")
    .orderBy("rule_agent.seq")
    .limit(MOST)
    .execute();

export const pendingRules = (db: Kysely<Tables>): Promise<readonly Rule[]> => since(db, "pending_since");

/** Oldest first; an empty time is none. */
async function since(
  db: Kysely<Tables>,
  column: "in_force_since" | "pending_since",
): Promise<readonly Rule[]> {
  const rows = await db
    .selectFrom("rule")
    .select("document")
    .where(column, ">", "")
    .orderBy(column)
    .orderBy("seq")
    .limit(MOST)
    .execute();
  return rows.map(({ document }) => fromDocument(document));
}

/** Newest first: those of the cluster, and of the clusters that were merged into it. */
export async function rulesOfCluster(db: Kysely<Tables>, clusterId: string): Promise<readonly Rule[]> {
  const id = storedKey(clusterId);
  const own = await db
    .selectFrom("rule")
    .select(["seq", "document"])
    .where("cluster_id", "=", id)
    .orderBy("seq")
    .execute();
  const merged = await db
    .selectFrom("cluster")
    .innerJoin("rule", "rule.cluster_id", "cluster.id")
    .select(["rule.seq", "rule.document"])
    .where("cluster.merged_into", "=", id)
    .execute();
  return [...own, ...merged].toSorted((a, b) => b.seq - a.seq).map(({ document }) => fromDocument(document));
}
