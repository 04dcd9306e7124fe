import { type RawBuilder, sql } from "kysely";
import type { Snapshot } from "./read-snapshot.ts";
import type { StoredTable } from "./stored-tables.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Only one page is in memory: this many rows, fewer if they are long, and at least one. */
const PAGE_ROWS = 500;
const PAGE_BYTES = 4 * 1_048_576;

/** The rows and columns to read from a table. */
export type TableSlice = Pick<StoredTable, "name" | "columns" | "long" | "key"> & {
  /** Restricts the rows. Left out, all are read. */
  readonly where?: RawBuilder<unknown>;
};

/** Every row in key order. */
export async function* readPages(snapshot: Snapshot, part: TableSlice): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(part.columns.map((column) => sql.ref(column)));
  const key = sql.join(part.key.map((column) => sql.ref(column)));
  const table = sql.table(part.name);
  let last: Row | undefined;
  for (;;) {
    const rest = sql`${table} where ${after(part, last)} order by ${key}`;
    const sizes = await snapshot.rows(
      sql<Size>`select ${bytesOf(part.long)} as bytes from ${rest} limit ${sql.lit(PAGE_ROWS)}`,
    );
    if (sizes.length === 0) return;
    const count = countFitting(sizes);
    const page = await snapshot.rows(sql<Row>`select ${columns} from ${rest} limit ${sql.lit(count)}`);
    yield page;
    last = page.at(-1);
    if (count === sizes.length && count < PAGE_ROWS) return;
  }
}

export async function countTableRows(
  read: Snapshot["rows"],
  { name, where }: Pick<TableSlice, "name" | "where">,
): Promise<number> {
  const rows = sql`${sql.table(name)} where ${where ?? sql`1 = 1`}`;
  const [found] = await read(sql<{ readonly count: number }>`select count(*) as count from ${rows}`);
  return found?.count ?? 0;
}

/** Compares the whole key at once, so that the primary key's index is used. */
function after({ key, where = sql`1 = 1` }: TableSlice, last: Row | undefined): RawBuilder<unknown> {
  if (last === undefined) return where;
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const values = sql.join(key.map((column) => last[column]));
  return sql`${where} and (${columns}) > (${values})`;
}

const bytesOf = (columns: readonly string[]): RawBuilder<unknown> =>
  columns.length === 0
    ? sql`0`
    : sql.join(
        columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
        sql` + `,
      );

interface Size {
  readonly bytes: number;
}

function countFitting(sizes: readonly Size[]): number {
  let [count, bytes] = [0, 0];
  for (const size of sizes) {
    bytes += size.bytes;
    if (count > 0 && bytes > PAGE_BYTES) break;
    count += 1;
  }
  return count;
}
