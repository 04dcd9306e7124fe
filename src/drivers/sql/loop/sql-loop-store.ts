import { type Kysely, sql } from "kysely";
import { openEntry } from "../../../core/audit/erasure-act.ts";
import { chunk } from "../../../core/chunk.ts";
import type { LoopCounts, LoopSpan, LoopStore, MistakeCount, MistakeDay } from "../../../ports/loop-store.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { toStoredHour } from "../stored-time.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

const MAX_ACTS = 1_000;
const MAX_CLUSTERS = 5_000;
const CLUSTERS_PER_QUERY = 500;

export function createSqlLoopStore({ db, run }: SqlDatabase): LoopStore {
  return {
    counts: (span) => run(() => readCounts(db, span)),
    occurrences: (clusterIds, span) =>
      run(async () => {
        const found: MistakeDay[] = [];
        for (const ids of chunk(clusterIds.slice(0, MAX_CLUSTERS).map(storedKey), CLUSTERS_PER_QUERY)) {
          found.push(...(await occurrencesOf(db, ids, span)));
        }
        return found;
      }),
    common: ({ limit, ...span }) => run(() => readCommon(db, span, limit)),
    acts: ({ first, last, actions }) =>
      run(async () => {
        if (actions.length === 0) return [];
        const rows = await db
          .selectFrom("audit")
          .selectAll()
          .where("time", ">=", startOf(first))
          .where("time", "<=", endOf(last))
          .where("action", "in", [...actions])
          .orderBy("time")
          .orderBy("seq")
          .limit(MAX_ACTS)
          .execute();
        return rows.map(openEntry);
      }),
  };
}

const startOf = (day: string): string => `${day}T00:00:00.000Z`;
const endOf = (day: string): string => `${day}T23:59:59.999Z`;

function daysIn(db: Kysely<Tables>, { first, last, agent }: LoopSpan) {
  const days = db.selectFrom("cluster_day").where("day", ">=", first).where("day", "<=", last);
  return agent === undefined ? days : days.where("cluster_day.agent", "=", storedText(agent));
}

/** Of a cluster that was merged away, those of the cluster that it was merged into. */
async function occurrencesOf(
  db: Kysely<Tables>,
  ids: readonly string[],
  span: LoopSpan,
): Promise<readonly MistakeDay[]> {
  const merged = await db
    .selectFrom("cluster")
    .select(["id", "merged_into"])
    .where("id", "in", ids)
    .where("merged_into", "is not", null)
    .execute();
  const into = new Map(merged.map(({ id, merged_into }) => [id, merged_into!]));
  const present = new Set(ids.map((id) => into.get(id) ?? id));
  const rows = await daysIn(db, span)
    .select(["cluster_id", "agent", "day", "count"])
    .where("cluster_id", "in", [...present])
    .orderBy("cluster_id")
    .orderBy("day")
    .orderBy("agent")
    .execute();
  return ids.flatMap((id) =>
    rows
      .filter(({ cluster_id }) => cluster_id === (into.get(id) ?? id))
      .map((row) => ({ ...row, cluster_id: id })),
  );
}

async function readCounts(db: Kysely<Tables>, span: LoopSpan): Promise<LoopCounts> {
  const [from, to] = [startOf(span.first), endOf(span.last)];
  const agent = span.agent === undefined ? undefined : storedText(span.agent);
  let records = db
    .selectFrom("feedback")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("time", ">=", from)
    .where("time", "<=", to);
  let approvals = db
    .selectFrom("agent_hour")
    .select(sql<number | string>`coalesce(sum(approved), 0)`.as("count"))
    .where("hour", ">=", toStoredHour(from))
    .where("hour", "<=", toStoredHour(to));
  const repeats = daysIn(db, span)
    .innerJoin("cluster", "cluster.id", "cluster_day.cluster_id")
    .select(sql<number | string>`coalesce(sum(cluster_day.count), 0)`.as("count"))
    .where("cluster.size", ">=", 2);
  // The first member of a cluster repeats nothing.
  let firsts = db
    .selectFrom("cluster")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("size", ">=", 2)
    .where("first_time", ">=", from)
    .where("first_time", "<=", to);
  if (agent !== undefined) {
    records = records.where("agent", "=", agent);
    approvals = approvals.where("agent", "=", agent);
    firsts = firsts.where((eb) =>
      eb.exists(
        eb
          .selectFrom("cluster_member")
          .select("cluster_member.seq")
          .whereRef("cluster_member.cluster_id", "=", "cluster.id")
          .whereRef("cluster_member.time", "=", "cluster.first_time")
          .where("cluster_member.agent", "=", agent),
      ),
    );
  }
  const [all, approved, repeated, first] = [
    await records.executeTakeFirstOrThrow(),
    await approvals.executeTakeFirstOrThrow(),
    await repeats.executeTakeFirstOrThrow(),
    await firsts.executeTakeFirstOrThrow(),
  ].map(({ count }) => Number(count));
  return { corrected: Math.max(0, all! - approved!), recurred: Math.max(0, repeated! - first!) };
}

async function readCommon(
  db: Kysely<Tables>,
  span: LoopSpan,
  limit: number,
): Promise<readonly MistakeCount[]> {
  const total = sql<number | string>`sum(count)`;
  const rows = await daysIn(db, span)
    .select(["cluster_id", total.as("count")])
    .groupBy("cluster_id")
    .orderBy(total, "desc")
    .orderBy("cluster_id")
    .limit(limit)
    .execute();
  return rows.map(({ cluster_id, count }) => ({ cluster_id, count: Number(count) }));
}
