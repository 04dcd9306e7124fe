import { migrate } from "../migrate.ts";
import { openDatabase } from "../sqlite/better-sqlite.ts";
import { createSqliteDialect } from "../sqlite/sqlite-dialect.ts";
import { createSqliteKysely } from "../sqlite/sqlite-kysely.ts";

/** One table of the store, as the migrations make it. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns whose values may be of any length. */
  readonly long: readonly string[];
  /** The columns of the primary key in its order; every table has one. */
  readonly key: readonly string[];
  /** The column that the database counts up, where there is one. */
  readonly counter?: string;
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

const IN_MEMORY = ":memory:";

/**
 * Every table that the migrations make, by making them in memory and looking: a table or column of a later migration is
 * known without being named here, and a table that others keep in the same database is not taken for one of ours.
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
