import { chunk } from "../../../core/chunk.ts";
import type { Transaction } from "kysely";
import type { VectorEntry } from "../../../ports/vector-index.ts";
import { StoreError } from "../../../ports/errors.ts";
import type { Tables } from "../tables.ts";

/** Removals are listed for this many changes. Copies that are further behind read everything again. */
const LISTED_CHANGES = 65_536;
const ROWS = 128;

/** What was written, and the number of its first change. The others follow. */
export interface PutVectors {
  readonly first: number;
  readonly rows: readonly VectorEntry[];
}

/** Adds or replaces vectors. The last of several with the same id wins. */
export async function putVectors(
  transaction: Transaction<Tables>,
  model: string,
  vectors: readonly VectorEntry[],
): Promise<PutVectors> {
  // Calls that share the transaction may contain the same id.
  const rows = [...new Map(vectors.map((entry) => [entry.id, entry])).values()];
  const first = await reserveNumbers(transaction, model, rows.length);
  const entries = rows.map(({ id, vector }, at) => ({ model, id, seq: first + at, vector }));
  for (const some of chunk(entries, ROWS)) {
    const values = some.map((entry) => ({ ...entry, vector: toBytes(entry.vector) }));
    await transaction
      .insertInto("vector_entry")
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(["model", "id"]).doUpdateSet((eb) => ({
          seq: eb.ref("excluded.seq"),
          vector: eb.ref("excluded.vector"),
        })),
      )
      .execute();
  }
  return { first, rows };
}

/** Returns how many existed. */
export async function removeVectors(
  transaction: Transaction<Tables>,
  model: string,
  ids: readonly string[],
): Promise<number> {
  const first = await reserveNumbers(transaction, model, ids.length);
  const gone = await transaction
    .deleteFrom("vector_entry")
    .where("model", "=", model)
    .where("id", "in", ids)
    .returning("id")
    .execute();
  const removed = gone.map(({ id }, at) => ({ model, id, seq: first + at }));
  for (const rows of chunk(removed, ROWS)) {
    await transaction.insertInto("vector_removed").values(rows).execute();
  }
  return gone.length;
}

/**
 * Reserves consecutive change numbers and returns the first. Others wait until the transaction ends, so numbers
 * follow commit order and readers never skip one.
 */
async function reserveNumbers(
  transaction: Transaction<Tables>,
  model: string,
  count: number,
): Promise<number> {
  const { seq } = await transaction
    .insertInto("vector_head")
    .values({ model, seq: count, forgotten: 0 })
    .onConflict((conflict) =>
      conflict.column("model").doUpdateSet((eb) => ({ seq: eb("vector_head.seq", "+", count) })),
    )
    .returning("seq")
    .executeTakeFirstOrThrow();
  const first = seq - count + 1;
  if (Math.floor(seq / LISTED_CHANGES) > Math.floor((first - 1) / LISTED_CHANGES))
    await forgetRemovals(transaction, model, seq - LISTED_CHANGES);
  return first;
}

async function forgetRemovals(
  transaction: Transaction<Tables>,
  model: string,
  forgotten: number,
): Promise<void> {
  await transaction
    .deleteFrom("vector_removed")
    .where("model", "=", model)
    .where("seq", "<=", forgotten)
    .execute();
  await transaction.updateTable("vector_head").set({ forgotten }).where("model", "=", model).execute();
}

/** Copies, because the caller may reuse its array. */
function toBytes({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return Buffer.from(Buffer.from(buffer, byteOffset, byteLength));
}

/** Copies into an aligned buffer. */
export function fromBytes(bytes: Uint8Array, dimensions: number): Float32Array {
  if (bytes.byteLength !== dimensions * 4) {
    throw new StoreError(
      "store_corrupt",
      `the store has a vector of ${bytes.byteLength / 4} dimensions under a model of ${dimensions}; use another name for the model, or remove its vectors`,
    );
  }
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
