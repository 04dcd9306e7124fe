import { migrate } from "../migrate.ts";
import { openDatabase } from "../sqlite/better-sqlite.ts";
import { createSqliteDialect } from "../sqlite/sqlite-dialect.ts";
import { createSqliteKysely } from "../sqlite/sqlite-kysely.ts";

/** A table of the store, as the migrations create it. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns with values of any length. */
  readonly long: readonly string[];
  /** The primary key's columns in order. Every table has one. */
  readonly key: readonly string[];
  /** The column whose numbers the database assigns. */
  readonly counter?: string;
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

const IN_MEMORY = ":memory:";

/**
 * Lists all tables by running the migrations in memory. So new tables and columns need no mention here, and other
 * tables in the same database are not mistaken for Emend's.
 */
export async function readStoredTables(): Promise<readonly StoredTable[]> {
  const database = openDatabase(IN_MEMORY);
  try {
    await migrate(createSqliteKysely(database), createSqliteDialect(IN_MEMORY));
    const tables = database
      .prepare(
        "select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
      )
      .all([]) as readonly { readonly name: string; readonly sql: string }[];
    return tables.map(({ name, sql }) => {
      const columns = database
        .prepare("select name, type, pk from pragma_table_info(?) order by cid")
        .all([name]) as readonly ColumnRow[];
      const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
      const [first] = key;
      return {
        name,
        columns: columns.map((column) => column.name),
        long: columns.filter(({ type }) => !/^integer$/i.test(type)).map((column) => column.name),
        key: key.map((column) => column.name),
        ...(/\bautoincrement\b/i.test(sql) && first !== undefined ? { counter: first.name } : {}),
      };
    });
  } finally {
    database.close();
  }
}
