import { createRequire } from "node:module";

/** What is used of better-sqlite3, which brings no types of its own. */
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
  /** How long a locked file is waited for, in milliseconds. */
  readonly timeout?: number;
}

type OpenDatabase = new (file: string, options?: SqliteOptions) => SqliteDatabase;

/** Loads the native module on first use, so that only who opens a store pays for it. */
export function openDatabase(file: string, options?: SqliteOptions): SqliteDatabase {
  const Database = createRequire(import.meta.url)("better-sqlite3") as OpenDatabase;
  return new Database(file, options);
}
