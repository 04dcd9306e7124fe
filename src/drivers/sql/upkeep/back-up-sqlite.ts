import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { sql } from "kysely";
import type { StoreBackup } from "../../../ports/store-upkeep.ts";
import { checkAudit } from "../audit/check-audit.ts";
import { MIGRATIONS } from "../migrations.ts";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import { makePrivateFile } from "../../files/keep-private.ts";
import { makeFolder } from "../sqlite/connect-sqlite.ts";
import { sqliteError } from "../sqlite/sqlite-error.ts";
import { StoreError } from "../../../ports/store-error.ts";
import { openAsItIs } from "./open-as-it-is.ts";
import { readSchema } from "./read-status.ts";

/** What SQLite keeps beside a file; those of an older file would be read into the new one. */
const BESIDE = ["-wal", "-shm", "-journal"];

/**
 * Writes the store anew into a file (`vacuum into`), from one state and without keeping writers waiting; SQLite's page by page
 * backup would begin again with every write of another process. The file gets its name once it is checked and on disk.
 */
export async function backUpSqlite(from: string, to: string): Promise<StoreBackup> {
  const [source, file] = [resolve(from), resolve(to)];
  const unfinished = `${file}.unfinished-${process.pid}`;
  try {
    makeFolder(dirname(file));
    discard(unfinished);
    try {
      // An empty file is taken over with its mode.
      makePrivateFile(unfinished);
      await within(source, async ({ db }) => sql`vacuum into ${unfinished}`.execute(db));
      const checked = await within(unfinished, checkCopy);
      flush(unfinished);
      for (const beside of BESIDE) rmSync(`${file}${beside}`, { force: true });
      renameSync(unfinished, file);
      flush(dirname(file));
      return { from: source, file, bytes: statSync(file).size, ...checked };
    } finally {
      discard(unfinished);
    }
  } catch (error) {
    throw error instanceof StoreError ? error : sqliteError(file, error);
  }
}

function discard(file: string): void {
  for (const end of ["", ...BESIDE]) rmSync(`${file}${end}`, { force: true });
}

async function within<T>(file: string, work: (database: SqlDatabaseOptions) => Promise<T>): Promise<T> {
  const database = openAsItIs(file);
  try {
    const schema = await readSchema(database, file);
    const present = MIGRATIONS.at(-1)?.version ?? 0;
    if (schema > present) {
      throw new StoreError(
        "store_too_new",
        `the store has schema ${schema} and this Emend knows schemas up to ${present}; back it up with the newer Emend that wrote it`,
      );
    }
    return await work(database);
  } catch (error) {
    throw error instanceof StoreError ? error : database.dialect.toStoreError(error);
  } finally {
    await database.db.destroy();
  }
}

async function checkCopy({ db }: SqlDatabaseOptions): Promise<Pick<StoreBackup, "records" | "audit">> {
  const { rows } = await sql<{ readonly quick_check: string }>`pragma quick_check(1)`.execute(db);
  if (rows[0]?.quick_check !== "ok") {
    throw new StoreError(
      "copy_differs",
      `the backup was not kept, since SQLite finds the copy damaged: ${String(rows[0]?.quick_check).slice(0, 300)}; check the disk, and try again`,
    );
  }
  const { records } = await db
    .selectFrom("feedback")
    .select((eb) => eb.fn.countAll<number>().as("records"))
    .executeTakeFirstOrThrow();
  return { records, audit: await checkAudit(db) };
}

function flush(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
