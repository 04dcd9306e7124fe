import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { keepStorePrivate } from "../../files/keep-private.ts";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import { openDatabase, type SqliteDatabase } from "./better-sqlite.ts";
import { createSqliteDialect } from "./sqlite-dialect.ts";
import { sqliteError } from "./sqlite-error.ts";
import { createSqliteKysely } from "./sqlite-kysely.ts";

export interface SqliteStoreOptions {
  /** A file, created with its folder if missing, or `:memory:`. */
  readonly file: string;
  /** How long to wait for another process's lock. */
  readonly lockTimeoutMs?: number;
  /** Opens an existing file read-only. An outdated schema and any write are errors. */
  readonly readOnly?: boolean;
  readonly now?: () => Date;
  /**
   * Set it to false for a store that can be rebuilt: writes are faster, but a power failure may lose or corrupt it.
   */
  readonly durable?: boolean;
  /** Called with every query, for tests that count them. */
  readonly onQuery?: (sql: string) => void;
}

const MEMORY = ":memory:";
/** The default folder for stores. */
const STORE_FOLDER = ".emend";
const LOCK_TIMEOUT_MS = 5_000;
const RETRY_MS = 20;

/** Opens the file and configures the connection. Leaves the schema unchanged. */
export async function connectSqlite(options: SqliteStoreOptions): Promise<SqlDatabaseOptions> {
  const file = options.file === MEMORY ? MEMORY : resolve(options.file);
  const lockTimeoutMs = options.lockTimeoutMs ?? LOCK_TIMEOUT_MS;
  let database: SqliteDatabase | undefined;
  try {
    if (file !== MEMORY && options.readOnly !== true) {
      makeFolder(dirname(file));
      keepStorePrivate(file);
    }
    database = openDatabase(file, { timeout: lockTimeoutMs, readonly: options.readOnly ?? false });
    await prepareConnection(database, lockTimeoutMs, options.durable ?? true);
    const { onQuery } = options;
    const db = createSqliteKysely(
      database,
      onQuery === undefined ? undefined : (event) => onQuery(event.query.sql),
    );
    return { db, dialect: createSqliteDialect(file), now: options.now ?? (() => new Date()) };
  } catch (error) {
    database?.close();
    throw sqliteError(file, error);
  }
}

/** Creates one level at a time, because Node's recursive mkdir never returns below folders such as /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (basename(folder) === STORE_FOLDER) keepOutOfGit(folder);
  } catch (error) {
    // Another process may have created it in between.
    if ((error as { readonly code?: unknown }).code !== "EEXIST") throw error;
  }
}

/** Emend refuses stores that are tracked by git, so a new store folder is ignored from the start. */
function keepOutOfGit(folder: string): void {
  try {
    // `wx` never follows a link and never overwrites a file.
    writeFileSync(join(folder, ".gitignore"), "*\n", { flag: "wx" });
  } catch {
    // The store works without it.
  }
}

async function prepareConnection(
  database: SqliteDatabase,
  lockTimeoutMs: number,
  durable: boolean,
): Promise<void> {
  // Switching the journal mode fails at once, without waiting, if another process is doing the same.
  const until = performance.now() + lockTimeoutMs;
  for (;;) {
    try {
      database.pragma("journal_mode = WAL");
      break;
    } catch (error) {
      const code = (error as { readonly code?: unknown }).code;
      if (code !== "SQLITE_BUSY" || performance.now() > until) throw error;
      await setTimeout(RETRY_MS);
    }
  }
  database.pragma(`synchronous = ${durable ? "FULL" : "OFF"}`);
  database.pragma("secure_delete = ON");
  database.pragma("cache_size = -32000");
  // A crafted file could otherwise call functions through its schema.
  database.pragma("trusted_schema = OFF");
}
