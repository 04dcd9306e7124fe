import { type DeleteResult, type RawBuilder, sql, type SqlBool, type UpdateResult } from "kysely";

/** Converts the first row of a query, if there is one. */
export async function findFirst<Row, Item>(
  query: { executeTakeFirst(): Promise<Row | undefined> },
  toItem: (row: Row) => Item,
): Promise<Item | undefined> {
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : toItem(row);
}

/** Runs an update or a deletion, and returns how many rows it affected. */
export async function affectedRows(query: {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>;
}): Promise<number> {
  const result = await query.executeTakeFirst();
  return Number("numUpdatedRows" in result ? result.numUpdatedRows : result.numDeletedRows);
}

type Values = readonly (string | number)[];

/** Whether a row comes before these values. Compares all columns at once, so that an index over them is used. */
export const isBefore = (columns: readonly string[], values: Values): RawBuilder<SqlBool> =>
  sql<SqlBool>`${tuple(columns)} < (${sql.join(values)})`;

/** Whether a row comes after these values. */
export const isAfter = (columns: readonly string[], values: Values): RawBuilder<SqlBool> =>
  sql<SqlBool>`${tuple(columns)} > (${sql.join(values)})`;

const tuple = (columns: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(columns.map((column) => sql.ref(column)))})`;

type WithoutNulls<Row> = {
  [Column in keyof Row as null extends Row[Column] ? never : Column]: Row[Column];
} & {
  [Column in keyof Row as null extends Row[Column] ? Column : never]?: Exclude<Row[Column], null>;
};

/** A row whose nullable columns become optional fields. */
export const withoutNulls = <Row extends object>(row: Row): WithoutNulls<Row> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<Row>;
