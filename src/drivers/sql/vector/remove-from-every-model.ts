import { sql, type Transaction } from "kysely";
import type { VectorIndex } from "../../../ports/vector-index.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import type { Tables } from "../tables.ts";
import { isStorableId } from "../../vector/check-vector.ts";
import { chunk } from "../../../core/chunk.ts";
import { removeVectors } from "./vector-rows.ts";

interface VectorLocations {
  readonly dialect: Pick<SqlDialect, "vectorTables">;
  /** Index outside the store that also holds vectors. */
  readonly outside?: Pick<VectorIndex, "remove"> | undefined;
}

/**
 * Removes the vectors of erased or deleted records for all models. Copies in memory learn of it like of any removal.
 * Call it last in a transaction: writers of vectors wait until it ends, and the outside index must only change once
 * everything else has succeeded.
 */
export async function removeFromEveryModel(
  transaction: Transaction<Tables>,
  ids: readonly string[],
  { dialect, outside }: VectorLocations,
): Promise<void> {
  const storable = [...new Set(ids.filter(isStorableId))];
  if (storable.length === 0) return;
  // Sorted by name, so that concurrent removals lock rows in the same order.
  const models = await transaction.selectFrom("vector_head").select("model").orderBy("model").execute();
  const tables = await dialect.vectorTables(transaction);
  for (const { model } of models) {
    for (const some of chunk(storable)) await removeVectors(transaction, model, some);
  }
  for (const table of tables) {
    for (const some of chunk(storable)) {
      await sql`delete from ${sql.table(table)} where id in (${sql.join(some)})`.execute(transaction);
    }
  }
  await outside?.remove(storable);
}
