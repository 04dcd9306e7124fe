import { type RawBuilder, sql, type Transaction } from "kysely";
import type { SqlDialect } from "../sql-dialect.ts";
import { StoreError } from "../../../ports/store-error.ts";
import type { Tables } from "../tables.ts";
import type { Row } from "./read-pages.ts";

/** Below what SQLite and PostgreSQL take in one statement. */
const MAX_VALUES = 20_000;

/** What is written, and how a value is spelled where the database does not guess it. */
export interface Written {
  readonly name: string;
  readonly columns: readonly string[];
  readonly spell?: (column: string, value: unknown) => RawBuilder<unknown>;
}

/** Adds rows as they are, with the numbers that a counter gave them elsewhere. */
export async function writeRows(
  transaction: Transaction<Tables>,
  dialect: SqlDialect,
  { name, columns, spell = (_column, value) => sql`${value}` }: Written,
  rows: readonly Row[],
): Promise<void> {
  const most = Math.floor(MAX_VALUES / columns.length);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  for (let at = 0; at < rows.length; at += most) {
    const values = rows
      .slice(at, at + most)
      .map((row) => sql`(${sql.join(columns.map((column) => spell(column, row[column])))})`);
    try {
      await sql`
        insert into ${sql.table(name)} (${names}) ${sql.raw(dialect.copying.overriding)}
        values ${sql.join(values)}
      `.execute(transaction);
    } catch (error) {
      if (dialect.isBrokenOff(error)) throw error;
      throw refused(name, dialect.toStoreError(error));
    }
  }
}

/** A row that one database holds and the other does not take; who reads this has to know where it is. */
const refused = (table: string, error: StoreError): StoreError =>
  error.code === "record_refused"
    ? new StoreError(
        "record_refused",
        `nothing was copied, since a row of the table ${table} was refused; look at what the database said, and mend that row in the source (${error.message})`,
        error.cause,
      )
    : error;
