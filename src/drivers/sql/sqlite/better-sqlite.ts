import { createRequire } from "node:module";

/** The part of better-sqlite3 that is used here. The package has no types. */
export interface SqliteDatabase {
  readonly inTransaction: boolean;
  readonly open: boolean;
  prepare(sql: string): SqliteStatement;
  pragma(source: string, options?: { readonly simple?: boolean }): unknown;
  exec(sql: string): unknown;
  close(): unknown;
}

export interface SqliteStatement {
  /** Whether it returns rows. */
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { readonly changes: number };
}

interface SqliteOptions {
  readonly readonly?: boolean;
  readonly fileMustExist?: boolean;
  /** How long to wait for a locked file, in milliseconds. */
  readonly timeout?: number;
}

type OpenDatabase = new (file: string, options?: SqliteOptions) => SqliteDatabase;

/** Loads the native module on first use, because most commands do not need it. */
export function openDatabase(file: string, options?: SqliteOptions): SqliteDatabase {
  const Database = createRequire(import.meta.url)("better-sqlite3") as OpenDatabase;
  return new Database(file, options);
}
