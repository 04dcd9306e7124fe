import { type Kysely, sql } from "kysely";
import type { StoreSurvey, StoreWork } from "../../../ports/store-upkeep.ts";
import { StoreError } from "../../../ports/store-error.ts";
import { MIGRATIONS } from "../migrations.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import type { Tables } from "../tables.ts";
import { openAsItIs, shownPlace } from "./open-as-it-is.ts";
import { readSchema } from "./read-status.ts";

/** Agents that are named; who runs more looks at `emend patterns`. */
const MOST_AGENTS = 50;
const MOST_LOOKED_AT = 1_000;

/** Looks at what a store holds and what waits in it; nothing is changed, and counts that exist are not made anew. */
export async function readSurvey(place: string): Promise<StoreSurvey> {
  const database = openAsItIs(place);
  const { db, dialect, now } = database;
  try {
    const schema = await readSchema(database, shownPlace(place));
    const present = MIGRATIONS.at(-1)?.version ?? 0;
    return {
      kind: dialect.copying.kind,
      place: shownPlace(place),
      schema,
      present,
      // The tables of another schema may be other ones.
      work: schema === present ? await readWork(db, dialect, now().toISOString()) : null,
    };
  } catch (error) {
    throw error instanceof StoreError ? error : dialect.toStoreError(error);
  } finally {
    await db.destroy();
  }
}

async function readWork(db: Kysely<Tables>, dialect: SqlDialect, now: string): Promise<StoreWork> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from feedback) as records,
      (select max(time) from feedback) as newest,
      (select cast(coalesce(sum(count), 0) as bigint) from evaluation_count) as evaluated,
      (select cast(coalesce(sum(count), 0) as bigint) from evaluation_count
       where standing = 'ambiguous') as ambiguous,
      (select count(*) from rule where pending_since > '') as proposals,
      (select count(*) from rule where in_force_since > '') as rules,
      (select count(*) from submission where status = 'waiting') as submissions,
      (select count(*) from submission where status = 'waiting' and due_at < ${now}) as overdue,
      (select count(*) from event_dead) as dead,
      (select count(*) from event_group where lease_until > ${dialect.clock}) as workers
  `.execute(db);
  const { newest, evaluated, rules, dead, workers, ...counts } = rows[0]!;
  return {
    ...counts,
    newest,
    not_evaluated: Math.max(0, counts.records - evaluated),
    rules_in_force: rules,
    dead_letters: dead,
    worker: workers > 0,
    agents: await lastHeard(db),
  };
}

interface Counts {
  readonly records: number;
  readonly newest: string | null;
  readonly evaluated: number;
  readonly ambiguous: number;
  readonly proposals: number;
  readonly rules: number;
  readonly submissions: number;
  readonly overdue: number;
  readonly dead: number;
  readonly workers: number;
}

/** From one name to the next by the index, so that the cost follows the number of agents and not of records. */
async function lastHeard(db: Kysely<Tables>): Promise<StoreWork["agents"]> {
  const { rows } = await sql<{ readonly agent: string; readonly last: string }>`
    with recursive named (agent) as (
      select min(agent) from feedback where agent > ''
      union all
      select (select min(agent) from feedback where feedback.agent > named.agent)
      from named where named.agent is not null
    )
    select agent, (select max(time) from feedback where feedback.agent = named.agent) as last
    from named where agent is not null limit ${sql.lit(MOST_LOOKED_AT)}
  `.execute(db);
  return rows
    .map(({ agent, last }) => ({ agent, last_heard: last }))
    .toSorted((a, b) => (a.last_heard < b.last_heard ? 1 : a.last_heard > b.last_heard ? -1 : 0))
    .slice(0, MOST_AGENTS);
}
