import { type RawBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** The update part of an upsert: adds the inserted counts to the existing ones. */
export const addCounts = <Column extends string>(
  table: { [Name in keyof Tables]: [Column] extends [keyof Tables[Name]] ? Name : never }[keyof Tables],
  columns: readonly Column[],
): Readonly<Record<Column, RawBuilder<number>>> =>
  Object.fromEntries(
    columns.map((column) => [
      column,
      sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
    ]),
  ) as Record<Column, RawBuilder<number>>;
