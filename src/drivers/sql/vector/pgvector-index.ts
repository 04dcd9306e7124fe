import type {
  NearestQuery,
  Neighbour,
  VectorEntry,
  VectorIndex,
  VectorSpace,
} from "../../../ports/vector-index.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { hash64 } from "../../../core/hash.ts";
import type { SqlDatabase } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import { checkEntries, checkQuery, isStorableId } from "../../vector/check-vector.ts";
import { chunk } from "../../../core/chunk.ts";
import { nearerFirst } from "../../vector/vector-mirror.ts";

const ROWS = 128;
/** How many candidates the index search visits. 1,000 is pgvector's maximum. */
const MAX_CANDIDATES = 1_000;
const MIN_CANDIDATES = 100;

/**
 * Vectors in a pgvector table that `createPgvectorTable` made. The server does the search and nothing is cached here,
 * so any number of machines can use it. An exact search reads every row.
 */
export function createPgvectorIndex(database: SqlDatabase, space: VectorSpace): VectorIndex {
  const { commit, db, run, transact } = database;
  const { dimensions } = space;
  const table = sql.table(pgvectorTable(space));
  const nearest = async (query: NearestQuery): Promise<readonly Neighbour[]> => {
    const { vector, limit } = checkQuery(query, dimensions);
    const quick = query.effort === "quick";
    const found = await transact(async (transaction) => {
      const candidates = Math.min(MAX_CANDIDATES, Math.max(MIN_CANDIDATES, limit * 2));
      for (const setting of quick
        ? [sql`set local hnsw.ef_search = ${sql.lit(candidates)}`]
        : [sql`set local enable_indexscan = off`, sql`set local enable_seqscan = on`]) {
        await setting.execute(transaction);
      }
      const distance = sql`vector <=> ${toVectorText(vector)}::vector`;
      // The index only orders by distance.
      const order = quick ? distance : sql`${distance}, id`;
      const { rows } = await sql<Neighbour>`
        select id, 1 - (${distance}) as cosine from ${table} order by ${order} limit ${sql.lit(limit)}
      `.execute(transaction);
      return rows;
    });
    const { atLeast = -1 } = query;
    return found
      .map(({ id, cosine }) => ({ id, cosine: Math.max(-1, Math.min(1, cosine)) }))
      .filter(({ cosine }) => cosine >= atLeast)
      .toSorted(nearerFirst);
  };
  return {
    nearest,
    put: (entries) =>
      run(async () => {
        // Sorted, so that concurrent writers lock rows in the same order.
        const rows = checkEntries(entries, dimensions).toSorted((a, b) => (a.id < b.id ? -1 : 1));
        if (rows.length === 0) return;
        await commit(async (transaction) => {
          for (const some of chunk(rows, ROWS)) await upsert(transaction, table, some);
        });
      }),
    get: (ids) =>
      run(async () => {
        const found = new Map<string, Float32Array>();
        for (const some of chunk(ids.filter(isStorableId))) {
          const { rows } = await sql<{ readonly id: string; readonly vector: string }>`
            select id, vector::text as vector from ${table} where id in (${sql.join(some)})
          `.execute(db);
          for (const { id, vector } of rows) found.set(id, Float32Array.from(JSON.parse(vector) as number[]));
        }
        return found;
      }),
    remove: (ids) =>
      run(async () => {
        let removed = 0;
        for (const some of chunk([...new Set(ids.filter(isStorableId))])) {
          const { rows } = await sql`
            delete from ${table} where id in (${sql.join(some)}) returning id
          `.execute(db);
          removed += rows.length;
        }
        return removed;
      }),
    count: () =>
      run(async () => {
        const { rows } = await sql<{ readonly count: number }>`
          select count(*) as count from ${table}
        `.execute(db);
        return rows[0]?.count ?? 0;
      }),
  };
}

/** One table per model, because an index over several would waste its candidates on other models' vectors. */
export const pgvectorTable = ({ model, dimensions }: VectorSpace): string =>
  `vector_${hash64(model)}_${dimensions}`;

async function upsert(
  db: Kysely<Tables>,
  table: RawBuilder<unknown>,
  rows: readonly VectorEntry[],
): Promise<void> {
  const values = rows.map(({ id, vector }) => sql`(${id}, ${toVectorText(vector)}::vector)`);
  await sql`
    insert into ${table} (id, vector) values ${sql.join(values)}
    on conflict (id) do update set vector = excluded.vector
  `.execute(db);
}

const toVectorText = (vector: Float32Array): string => `[${vector.join(",")}]`;
