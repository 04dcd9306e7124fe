import { stat } from "node:fs/promises";
import { openDatabase, type SqliteDatabase } from "../sql/sqlite/better-sqlite.ts";
import { NotRegularError } from "./regular-file.ts";

const LOCK_TIMEOUT_MS = 1_000;

export interface SqliteRows {
  all(sql: string, ...parameters: readonly unknown[]): readonly Readonly<Record<string, unknown>>[];
  hasTable(name: string): boolean;
}

/** Reads another program's database. Throws if the file is missing, locked or damaged. */
export async function withSqlite<T>(file: string, read: (rows: SqliteRows) => T | Promise<T>): Promise<T> {
  if (!(await stat(file)).isFile()) throw new NotRegularError(file);
  const database = openDatabase(file, { readonly: true, fileMustExist: true, timeout: LOCK_TIMEOUT_MS });
  try {
    // The schema of somebody else's file must not call functions.
    database.pragma("trusted_schema = OFF");
    return await read(rowsOf(database));
  } finally {
    database.close();
  }
}

function rowsOf(database: SqliteDatabase): SqliteRows {
  const all: SqliteRows["all"] = (sql, ...parameters) =>
    database.prepare(sql).all(parameters) as readonly Readonly<Record<string, unknown>>[];
  return {
    all,
    hasTable: (name) => all("select 1 from sqlite_master where type = 'table' and name = ?", name).length > 0,
  };
}

/** A text or the bytes of one. */
export const columnText = (value: unknown): string | undefined =>
  typeof value === "string" ? value : Buffer.isBuffer(value) ? value.toString("utf8") : undefined;

export const storedNumber = (value: unknown): number => (typeof value === "number" ? value : 0);

const PART = /^(.*\.(?:vscdb|db))#([^#]+)$/s;

/** The path of one conversation in a database. */
export const rowPath = (file: string, id: string): string => `${file}#${id}`;

/** The file and the conversation that a path of `rowPath` names. */
export function splitRowPath(path: string): { readonly file: string; readonly id: string } | undefined {
  const [, file, id] = PART.exec(path) ?? [];
  return file === undefined || id === undefined ? undefined : { file, id };
}
