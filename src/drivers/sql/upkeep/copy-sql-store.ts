import { chunk } from "../../../core/chunk.ts";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { StoreCopy, StoreCopying, TableCount } from "../../../ports/store.ts";
import type { SqlDatabase } from "../sql-database.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { StoreError } from "../../../ports/errors.ts";
import type { Tables } from "../tables.ts";
import { checkAudit } from "../audit/check-audit.ts";
import { planVectors, type VectorMove, type VectorPlan } from "./plan-vectors.ts";
import { countTableRows, type TableSlice, readPages, type Row } from "./read-pages.ts";
import { readSnapshot, type Snapshot } from "./read-snapshot.ts";
import { readStoredTables, type StoredTable } from "./stored-tables.ts";

/** Below the parameter limits of SQLite and PostgreSQL. */
const MAX_VALUES = 20_000;

/** One database may refuse a row that the other accepted, so the error names the table. */
const refused = (table: string, error: StoreError): StoreError =>
  error.code === "record_refused"
    ? new StoreError(
        "record_refused",
        `nothing was copied, because a row of the table ${table} was refused; fix that row in the source (${error.message})`,
        error.cause,
      )
    : error;

/** The source rows that a move covers. */
const toSlice = (move: VectorMove): TableSlice =>
  move.from === "rows"
    ? {
        name: "vector_entry",
        columns: ["model", "id", "vector"],
        long: ["id", "vector"],
        key: ["model", "id"],
        where: sql`model = ${move.model}`,
      }
    : { name: move.table, columns: ["id", "vector"], long: ["id"], key: ["id"] };

const OWN_ROWS: TargetTable = { name: "vector_entry", columns: ["model", "id", "seq", "vector"] };

const pgvectorRows = (table: string): TargetTable => ({
  name: table,
  columns: ["id", "vector"],
  format: (_column, value): RawBuilder<unknown> =>
    value instanceof Float32Array ? sql`${`[${value.join(",")}]`}::vector` : sql`${value}`,
});

/** The store's own rows contain bytes. pgvector prints a list of numbers, each short and exact. */
const toFloats = (value: unknown): Float32Array =>
  value instanceof Uint8Array
    ? new Float32Array(Uint8Array.from(value).buffer)
    : Float32Array.from(JSON.parse(String(value)) as number[]);

export interface SqlCopying extends Pick<StoreCopying, "models" | "onProgress"> {
  /** The target's name in errors. */
  readonly location: string;
}

export type SqlCopy = Omit<StoreCopy, "from" | "to">;

const STATE = "store_state";
/** The target has its own schema version, and nothing to scrub. */
const COPIED_STATE = sql`name not in ('schema_version', 'scrub_due')`;

interface CountedSlice extends TableSlice {
  readonly counter?: string;
}

/** Copies a database into an empty one, from a snapshot of the source and in one transaction of the target. */
export async function copySqlStore(
  source: SqlDatabase,
  target: SqlDatabase,
  { models, onProgress, location }: SqlCopying,
): Promise<SqlCopy> {
  const tables = await readStoredTables();
  const empty = { dialect: target.dialect, tables, location };
  return source.run(() =>
    readSnapshot(source, async (snapshot) => {
      // Checked before anything is created in the target, and again under lock.
      await target.run(() => verifyEmpty(target.db, empty));
      const plan = await planVectors({ source, snapshot, target, models });
      const parts = tables.map((table) => ({ ...table, ...whereOf(table, plan) }));
      const audit = await verifyAudit(snapshot.db);
      const total = await countAll(snapshot, parts, plan.moves);
      return target.transact(async (transaction) => {
        await target.dialect.copying.hold(transaction, [
          ...tables.map(({ name }) => name),
          ...(await target.dialect.vectorTables(transaction)),
        ]);
        await verifyEmpty(transaction, empty);
        await sql`delete from ${sql.table(STATE)} where ${COPIED_STATE}`.execute(transaction);
        let done = 0;
        const onRows = (rows: number): void => {
          done += rows;
          onProgress?.(done, total);
        };
        const copying = { snapshot, transaction, dialect: target.dialect, onRows };
        const copied: TableCount[] = [];
        const leftOut: TableCount[] = [];
        for (const part of parts) {
          copied.push(await copyTable(part, copying));
          if (part.counter !== undefined) await copyCounter(source, target, snapshot, transaction, part);
        }
        for (const move of plan.moves) {
          if (move.to !== "nowhere") copied.push(...(await copyVectors(move, copying)));
          else leftOut.push({ table: move.table, rows: await countTableRows(snapshot.rows, toSlice(move)) });
        }
        const counts = sumByTable(copied);
        if (done !== total) throw differs(`${done} rows were read of ${total} that the source has`);
        await verifyCounts(transaction, counts);
        await verifyAuditHead(transaction, audit.head.hash);
        return { tables: counts, leftOut: leftOut.filter(({ rows }) => rows > 0), audit };
      });
    }),
  );
}

async function copyTable(part: TableSlice, copying: RowCopying): Promise<TableCount> {
  let rows = 0;
  for await (const page of readPages(copying.snapshot, part)) {
    await writeRows(copying.transaction, copying.dialect, part, page);
    rows += page.length;
    copying.onRows(page.length);
  }
  return { table: part.name, rows };
}

function whereOf({ name }: StoredTable, { moved }: VectorPlan): Pick<TableSlice, "where"> {
  if (name === STATE) return { where: COPIED_STATE };
  return name.startsWith("vector_") && moved.length > 0
    ? { where: sql`model not in (${sql.join(moved)})` }
    : {};
}

interface Emptiness {
  readonly dialect: SqlDialect;
  readonly tables: readonly StoredTable[];
  readonly location: string;
}

async function verifyEmpty(db: Kysely<Tables>, { dialect, tables, location }: Emptiness): Promise<void> {
  const names = tables.map(({ name }) => name).filter((name) => name !== STATE);
  for (const name of [...names, ...(await dialect.vectorTables(db))]) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length === 0) continue;
    throw new StoreError(
      "store_not_empty",
      `${location}: the target must be empty, but its table ${name} has rows; choose a new file, or create a new database`,
    );
  }
}

async function verifyAudit(db: Kysely<Tables>): Promise<SqlCopy["audit"]> {
  const verdict = await checkAudit(db);
  if (verdict.ok) return verdict;
  throw new StoreError(
    "audit_broken",
    `nothing was copied, because the source's audit log is broken: ${verdict.message}; check it with \`emend audit verify\``,
  );
}

async function countAll(
  snapshot: Snapshot,
  parts: readonly TableSlice[],
  moves: readonly VectorMove[],
): Promise<number> {
  let total = 0;
  for (const part of [...parts, ...moves.filter(({ to }) => to !== "nowhere").map(toSlice)]) {
    total += await countTableRows(snapshot.rows, part);
  }
  return total;
}

/** Continues with the number that the source would assign next, even if its last rows are gone. */
async function copyCounter(
  source: SqlDatabase,
  target: SqlDatabase,
  snapshot: Snapshot,
  transaction: Transaction<Tables>,
  { name, counter = "" }: CountedSlice,
): Promise<void> {
  const column = { table: name, column: counter };
  const value = await source.run(() => source.dialect.copying.readCounter(snapshot.db, column));
  if (value > 0) await target.dialect.copying.setCounter(transaction, column, value);
}

function sumByTable(counts: readonly TableCount[]): readonly TableCount[] {
  const rows = new Map<string, number>();
  for (const count of counts) rows.set(count.table, (rows.get(count.table) ?? 0) + count.rows);
  return [...rows].map(([table, count]) => ({ table, rows: count }));
}

/** Checks the number of rows in the target. */
async function verifyCounts(transaction: Transaction<Tables>, counts: readonly TableCount[]): Promise<void> {
  const read = async <Result>(query: RawBuilder<Result>): Promise<readonly Result[]> =>
    (await query.execute(transaction)).rows;
  for (const { table, rows } of counts) {
    const found = await countTableRows(read, {
      name: table,
      ...(table === STATE ? { where: COPIED_STATE } : {}),
    });
    if (found === rows) continue;
    throw differs(`the table ${table} would have ${found} rows for ${rows} that were read`);
  }
}

async function verifyAuditHead(transaction: Transaction<Tables>, hash: string): Promise<void> {
  const verdict = await checkAudit(transaction);
  if (verdict.ok && verdict.head.hash === hash) return;
  throw differs("the copy's audit log would not end where the source's does");
}

const differs = (how: string): StoreError =>
  new StoreError(
    "copy_differs",
    `nothing was copied, because ${how}; try again, and report it if it persists`,
  );

interface RowCopying {
  readonly snapshot: Snapshot;
  readonly transaction: Transaction<Tables>;
  readonly dialect: SqlDialect;
  readonly onRows: (rows: number) => void;
}

/** Copies the vectors of one model, and returns what that added to each table. */
async function copyVectors(
  move: Exclude<VectorMove, { readonly to: "nowhere" }>,
  copying: RowCopying,
): Promise<readonly TableCount[]> {
  const { snapshot, transaction, dialect, onRows } = copying;
  let rows = 0;
  for await (const page of readPages(snapshot, toSlice(move))) {
    const read = page.map((row) => ({ id: row["id"], vector: toFloats(row["vector"]) }));
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

function ownRow(model: string, seq: number, { id, vector }: { id: unknown; vector: Float32Array }): Row {
  return { model, id, seq, vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength) };
}

/** A target table, and how to write values whose type the database does not infer. */
interface TargetTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly format?: (column: string, value: unknown) => RawBuilder<unknown>;
}

/** Inserts rows unchanged, including the numbers that a counter assigned in the source. */
async function writeRows(
  transaction: Transaction<Tables>,
  dialect: SqlDialect,
  { name, columns, format = (_column, value) => sql`${value}` }: TargetTable,
  rows: readonly Row[],
): Promise<void> {
  const most = Math.floor(MAX_VALUES / columns.length);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  for (const some of chunk(rows, most)) {
    const values = some.map(
      (row) => sql`(${sql.join(columns.map((column) => format(column, row[column])))})`,
    );
    try {
      await sql`
        insert into ${sql.table(name)} (${names}) ${sql.raw(dialect.copying.overriding)}
        values ${sql.join(values)}
      `.execute(transaction);
    } catch (error) {
      if (dialect.isRetryable(error)) throw error;
      throw refused(name, dialect.toStoreError(error));
    }
  }
}
