import { type RawBuilder, sql, type Transaction } from "kysely";
import type { TableCount } from "../../../ports/store-upkeep.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import type { Tables } from "../tables.ts";
import type { VectorMove } from "./plan-vectors.ts";
import { type Part, readPages, type Row } from "./read-pages.ts";
import type { Snapshot } from "./read-snapshot.ts";
import { writeRows, type Written } from "./write-rows.ts";

export interface RowCopying {
  readonly snapshot: Snapshot;
  readonly transaction: Transaction<Tables>;
  readonly dialect: SqlDialect;
  readonly onRows: (rows: number) => void;
}

/** Which rows of the source one move is about. */
export const partOf = (move: VectorMove): Part =>
  move.from === "rows"
    ? {
        name: "vector_entry",
        columns: ["model", "id", "vector"],
        long: ["id", "vector"],
        key: ["model", "id"],
        where: sql`model = ${move.model}`,
      }
    : { name: move.table, columns: ["id", "vector"], long: ["id"], key: ["id"] };

/** Copies the vectors of one model, and answers what that added to which table. */
export async function copyVectors(
  move: Exclude<VectorMove, { readonly to: "nowhere" }>,
  copying: RowCopying,
): Promise<readonly TableCount[]> {
  const { snapshot, transaction, dialect, onRows } = copying;
  let rows = 0;
  for await (const page of readPages(snapshot, partOf(move))) {
    const read = page.map((row) => ({ id: row["id"], vector: floatsOf(row["vector"]) }));
    const [written, values] =
      move.to === "table"
        ? [pgvectorRows(move.table), read]
        : [OWN_ROWS, read.map((row, at) => ownRow(move.model, rows + at + 1, row))];
    await writeRows(transaction, dialect, written, values);
    rows += page.length;
    onRows(page.length);
  }
  if (move.to === "table") return [{ table: move.table, rows }];
  if (rows === 0) return [];
  await transaction
    .insertInto("vector_head")
    .values({ model: move.model, seq: rows, forgotten: 0 })
    .execute();
  return [
    { table: "vector_entry", rows },
    { table: "vector_head", rows: 1 },
  ];
}

const OWN_ROWS: Written = { name: "vector_entry", columns: ["model", "id", "seq", "vector"] };

function ownRow(model: string, seq: number, { id, vector }: { id: unknown; vector: Float32Array }): Row {
  return { model, id, seq, vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength) };
}

const pgvectorRows = (table: string): Written => ({
  name: table,
  columns: ["id", "vector"],
  spell: (_column, value): RawBuilder<unknown> =>
    value instanceof Float32Array ? sql`${`[${value.join(",")}]`}::vector` : sql`${value}`,
});

/** The store's own rows are bytes, and pgvector writes a list of numbers, each short and exact. */
const floatsOf = (value: unknown): Float32Array =>
  value instanceof Uint8Array
    ? new Float32Array(Uint8Array.from(value).buffer)
    : Float32Array.from(JSON.parse(String(value)) as number[]);
