import { sql, type Transaction } from "kysely";
import type { VectorIndex } from "../../../ports/vector-index.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import type { Tables } from "../tables.ts";
import { isStorableId } from "../../vector/check-vector.ts";
import { chunk } from "../../../core/chunk.ts";
import { removeVectors } from "./vector-rows.ts";

/** Where vectors are. */
interface VectorPlaces {
  readonly dialect: Pick<SqlDialect, "vectorTables">;
  /** An index that is not in the store. */
  readonly outside?: Pick<VectorIndex, "remove"> | undefined;
}

/**
 * Removes the vectors of records whose words go in the same transaction, whatever model made them; copies in memory hear
 * of it as of any removal. It is the last thing of its transaction: whoever puts vectors waits for the end of it, and
 * what is outside goes only when everything else has succeeded.
 */
export async function removeFromEveryModel(
  transaction: Transaction<Tables>,
  ids: readonly string[],
  { dialect, outside }: VectorPlaces,
): Promise<void> {
  const storable = [...new Set(ids.filter(isStorableId))];
  if (storable.length === 0) return;
  // In the order of their names, so that two who remove never wait for each other in a circle.
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
