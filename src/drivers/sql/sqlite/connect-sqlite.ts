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
  /** The file, made with its folder where there is none, or `:memory:`. */
  readonly file: string;
  /** How long another process's lock is waited for. */
  readonly lockTimeoutMs?: number;
  /** Opens an existing file for reading only: a schema that is not the present one, or any write, is then an error. */
  readonly readOnly?: boolean;
  readonly now?: () => Date;
  /** False for a store that can be made again: it is written faster, and a power failure may lose or damage it. */
  readonly durable?: boolean;
  /** Hears every query, for those who count them. */
  readonly onQuery?: (sql: string) => void;
}

const MEMORY = ":memory:";
/** The folder that stores are in by default. */
const HOME = ".emend";
const LOCK_TIMEOUT_MS = 5_000;
const RETRY_MS = 20;

/** Opens the file with what every connection to a store needs; its schema is left as it is. */
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

/** One folder at a time: Node's own way tries for ever below a folder such as /proc, where none can be made. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (basename(folder) === HOME) keepOutOfGit(folder);
  } catch (error) {
    // Another process may have made it in between.
    if ((error as { readonly code?: unknown }).code !== "EEXIST") throw error;
  }
}

/** A store that gets into a repository is refused, so a new folder for one is ignored from the beginning. */
function keepOutOfGit(folder: string): void {
  try {
    // Never follows a link, and never writes over a file.
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
  // Changing the journal fails at once where another process does the same, without waiting for its lock.
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
  // What the file says is not trusted to name functions, as a crafted one might.
  database.pragma("trusted_schema = OFF");
}
