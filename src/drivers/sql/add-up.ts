import { type RawBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** What an insert that meets a row sets: its counts added to those that are there. */
export const addUp = <Column extends string>(
  table: { [Name in keyof Tables]: [Column] extends [keyof Tables[Name]] ? Name : never }[keyof Tables],
  columns: readonly Column[],
): Readonly<Record<Column, RawBuilder<number>>> =>
  Object.fromEntries(
    columns.map((column) => [
      column,
      sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
    ]),
  ) as Record<Column, RawBuilder<number>>;
