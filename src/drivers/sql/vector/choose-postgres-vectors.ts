import type { VectorIndex, VectorSpace } from "../../../ports/vector-index.ts";
import { sql } from "kysely";
import type { SqlDatabase } from "../sql-database.ts";
import { StoreError } from "../../../ports/errors.ts";
import { createPgvectorIndex, pgvectorTable } from "./pgvector-index.ts";
import { createSqlVectorIndex } from "./sql-vector-index.ts";

/** The maximum number of dimensions for which pgvector builds an index. */
const MAX_GRAPH = 2_000;

export type ChosenVectors =
  | { readonly kept: "pgvector"; readonly index: VectorIndex }
  /** Why the extension is not used. */
  | { readonly kept: "store"; readonly index: VectorIndex; readonly reason: string };

/**
 * Uses pgvector if the database has it or lets this user create it, otherwise the store's own tables, searched in
 * memory. The two share no vectors: installing the extension later means embedding again.
 */
export async function choosePostgresVectors(
  database: SqlDatabase,
  space: VectorSpace,
): Promise<ChosenVectors> {
  const reason = await makePgvectorTable(database, pgvectorTable(space), space.dimensions);
  return reason === undefined
    ? { kept: "pgvector", index: createPgvectorIndex(database, space) }
    : { kept: "store", index: createSqlVectorIndex(database, space), reason };
}

/** Creates the table if it is missing. Returns the reason if that is not possible. */
export async function makePgvectorTable(
  database: SqlDatabase,
  name: string,
  dimensions: number,
): Promise<string | undefined> {
  try {
    await database.run(() => createPgvectorTable(database, name, dimensions));
    return undefined;
  } catch (error) {
    // If the database is unreachable, that says nothing about extensions.
    if (!(error instanceof StoreError) || UNREACHABLE.has(error.code)) throw error;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    return `pgvector is not used, because the database reported: ${reason.slice(0, 300)}; install it and run "create extension vector" to use it`;
  }
}

const UNREACHABLE: ReadonlySet<string> = new Set(["store_unreachable", "store_closed", "store_corrupt"]);

async function createPgvectorTable(
  { db, dialect }: SqlDatabase,
  name: string,
  dimensions: number,
): Promise<void> {
  const there = await sql<{ readonly found: string | null }>`
    select to_regclass(${name})::text as found
  `.execute(db);
  if (typeof there.rows[0]?.found === "string") return;
  await db.transaction().execute(async (transaction) => {
    await dialect.lock(transaction, "schema");
    await sql`create extension if not exists vector`.execute(transaction);
    await sql`
      create table if not exists ${sql.table(name)} (
        id text collate "C" not null primary key,
        vector vector(${sql.lit(dimensions)}) not null
      )
    `.execute(transaction);
    if (dimensions > MAX_GRAPH) return;
    await sql`
      create index if not exists ${sql.ref(`${name}_graph`)} on ${sql.table(name)}
      using hnsw (vector vector_cosine_ops)
    `.execute(transaction);
  });
}
