import type { StoreUpkeep, StoreBackup, StoreSurvey, StoreWork, StoreStatus } from "../../../ports/store.ts";
import { connectPostgres, postgresLocation } from "../postgres/connect-postgres.ts";
import { createSqlDatabase, type SqlDatabase, type SqlDatabaseOptions } from "../sql-database.ts";
import { connectSqlite, makeFolder } from "../sqlite/connect-sqlite.ts";
import { copySqlStore } from "./copy-sql-store.ts";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { sql, type Kysely } from "kysely";
import { checkAudit } from "../audit/check-audit.ts";
import { MIGRATIONS } from "../migrations.ts";
import { makePrivateFile } from "../../files/keep-private.ts";
import { sqliteError } from "../sqlite/sqlite-error.ts";
import { StoreError } from "../../../ports/errors.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import type { Tables } from "../tables.ts";
import { examineStore } from "./examine-store.ts";
import { readStoredTables } from "./stored-tables.ts";
import { openDatabase } from "../sqlite/better-sqlite.ts";
import { createSqliteDialect } from "../sqlite/sqlite-dialect.ts";
import { createSqliteKysely } from "../sqlite/sqlite-kysely.ts";

const LOCK_TIMEOUT_MS = 5_000;
const PRESENT_SCHEMA = MIGRATIONS.at(-1)?.version ?? 0;

const isPostgres = (location: string): boolean => /^postgres(?:ql)?:\/\//i.test(location);

/** A location that is safe to show. */
const shownLocation = (location: string): string =>
  isPostgres(location) ? postgresLocation(location) : resolve(location);

/** Agents listed. `emend patterns` shows all of them. */
const MOST_AGENTS = 50;

const MOST_LOOKED_AT = 1_000;

interface UpkeepOptions {
  /** Throws if a store's file may belong to someone else. */
  readonly check?: (file: string) => void;
}

export function createSqlStoreUpkeep({ check = () => undefined }: UpkeepOptions = {}): StoreUpkeep {
  const checked = (location: string): string => {
    if (!isPostgres(location)) check(location);
    return location;
  };
  return {
    status: async (location) => readStatus(checked(location)),
    survey: async (location) => readSurvey(checked(location)),
    examine: async (location) =>
      inspect(checked(location), async (database) =>
        examineStore(database, {
          bytes: await sizeOf(database),
          ...(isPostgres(location) ? {} : { file: resolve(location) }),
        }),
      ),
    backUp: async ({ from, file }) => backUpSqlite(checked(from), checked(file)),
    copy: async ({ from, to, ...copying }) => {
      checked(from);
      checked(to);
      const source = await openMigrated(from);
      try {
        const target = await openMigrated(to);
        try {
          const copy = await copySqlStore(source, target, { ...copying, location: shownLocation(to) });
          return { from: shownLocation(from), to: shownLocation(to), ...copy };
        } finally {
          await target.close();
        }
      } finally {
        await source.close();
      }
    },
  };
}

/** Opens and migrates a database, because both ends of a copy need the same schema. */
async function openMigrated(location: string): Promise<SqlDatabase> {
  const connected = isPostgres(location)
    ? connectPostgres({ url: location, maxConnections: 2 })
    : await connectSqlite({ file: location });
  try {
    return await createSqlDatabase(connected);
  } catch (error) {
    await connected.db.destroy();
    throw error;
  }
}

/** Files that SQLite keeps beside a database. Leftovers of an older file would be applied to the new one. */
const SIDE_FILES = ["-wal", "-shm", "-journal"];

/**
 * Writes a compact copy (`vacuum into`) from one state and without blocking writers. SQLite's page-by-page backup
 * would restart at every write of another process. The file gets its final name once it is verified and on disk.
 */
async function backUpSqlite(from: string, to: string): Promise<StoreBackup> {
  const [source, file] = [resolve(from), resolve(to)];
  const unfinished = `${file}.unfinished-${process.pid}`;
  try {
    makeFolder(dirname(file));
    discard(unfinished);
    try {
      // SQLite keeps the mode of an existing empty file.
      makePrivateFile(unfinished);
      await inspect(source, async ({ db }, schema) => {
        if (schema <= PRESENT_SCHEMA) return sql`vacuum into ${unfinished}`.execute(db);
        throw new StoreError(
          "store_too_new",
          `the store has schema ${schema}, but this version of Emend only supports schemas up to ${PRESENT_SCHEMA}; back it up with the newer version that wrote it`,
        );
      });
      const checked = await inspect(unfinished, checkCopy);
      flush(unfinished);
      for (const suffix of SIDE_FILES) rmSync(`${file}${suffix}`, { force: true });
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
  for (const end of ["", ...SIDE_FILES]) rmSync(`${file}${end}`, { force: true });
}

async function checkCopy({ db }: SqlDatabaseOptions): Promise<Pick<StoreBackup, "records" | "audit">> {
  const { rows } = await sql<{ readonly quick_check: string }>`pragma quick_check(1)`.execute(db);
  if (rows[0]?.quick_check !== "ok") {
    throw new StoreError(
      "copy_differs",
      `the backup was deleted, because SQLite found the copy damaged: ${String(rows[0]?.quick_check).slice(0, 300)}; check the disk, and try again`,
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

/** Reads what a store contains and what is waiting in it, without changing anything. */
const readSurvey = (location: string): Promise<StoreSurvey> =>
  inspect(location, async ({ db, dialect, now }, schema) => ({
    kind: dialect.copying.kind,
    place: shownLocation(location),
    schema,
    present: PRESENT_SCHEMA,
    // Another schema may have other tables.
    work: schema === PRESENT_SCHEMA ? await readWork(db, dialect, now().toISOString()) : null,
  }));

async function readWork(db: Kysely<Tables>, dialect: SqlDialect, now: string): Promise<StoreWork> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from feedback) as records,
      (select max(time) from feedback) as newest,
      (select cast(coalesce(sum(count), 0) as bigint) from evaluation_count) as evaluated,
      (select cast(coalesce(sum(count), 0) as bigint) from evaluation_count
       where standing = 'ambiguous') as ambiguous,
      (select count(*) from rule where pending_since > '') as proposals,
      (select count(*) from rule where in_force_since > '') as rules,
      (select count(*) from submission where status = 'waiting') as submissions,
      (select count(*) from submission where status = 'waiting' and due_at < ${now}) as overdue,
      (select count(*) from event_dead) as dead,
      (select count(*) from event_group where lease_until > ${dialect.clock}) as workers
  `.execute(db);
  const { newest, evaluated, rules, dead, workers, ...counts } = rows[0]!;
  return {
    ...counts,
    newest,
    not_evaluated: Math.max(0, counts.records - evaluated),
    rules_in_force: rules,
    dead_letters: dead,
    worker: workers > 0,
    agents: await lastActive(db),
  };
}

interface Counts {
  readonly records: number;
  readonly newest: string | null;
  readonly evaluated: number;
  readonly ambiguous: number;
  readonly proposals: number;
  readonly rules: number;
  readonly submissions: number;
  readonly overdue: number;
  readonly dead: number;
  readonly workers: number;
}

/** Jumps from name to name in the index, so that the cost depends on the number of agents and not of records. */
async function lastActive(db: Kysely<Tables>): Promise<StoreWork["agents"]> {
  const { rows } = await sql<{ readonly agent: string; readonly last: string }>`
    with recursive named (agent) as (
      select min(agent) from feedback where agent > ''
      union all
      select (select min(agent) from feedback where feedback.agent > named.agent)
      from named where named.agent is not null
    )
    select agent, (select max(time) from feedback where feedback.agent = named.agent) as last
    from named where agent is not null limit ${sql.lit(MOST_LOOKED_AT)}
  `.execute(db);
  return rows
    .map(({ agent, last }) => ({ agent, last_heard: last }))
    .toSorted((a, b) => (a.last_heard < b.last_heard ? 1 : a.last_heard > b.last_heard ? -1 : 0))
    .slice(0, MOST_AGENTS);
}

const readStatus = (location: string): Promise<StoreStatus> =>
  inspect(location, async ({ db, dialect }, schema) => {
    const { rows } = await sql<{ readonly records: number; readonly newest: string | null }>`
      select count(*) as records, max(time) as newest from feedback
    `.execute(db);
    const newest = rows[0]?.newest ?? null;
    return {
      kind: dialect.copying.kind,
      place: shownLocation(location),
      schema,
      present: PRESENT_SCHEMA,
      records: rows[0]?.records ?? 0,
      bytes: await sizeOf({ db, dialect }),
      ...(newest === null ? {} : { newest }),
    };
  });

async function sizeOf({ db, dialect }: Pick<SqlDatabaseOptions, "db" | "dialect">): Promise<number> {
  const stored = (await readStoredTables()).map(({ name }) => name);
  return dialect.copying.size(db, [...stored, ...(await dialect.vectorTables(db))]);
}

/** Runs work on a store of any schema version, without migrating it, and closes the store. */
async function inspect<T>(
  location: string,
  work: (database: SqlDatabaseOptions, schema: number) => Promise<T>,
): Promise<T> {
  const database = openUnmigrated(location);
  try {
    return await work(database, await readSchema(database, shownLocation(location)));
  } catch (error) {
    throw error instanceof StoreError ? error : database.dialect.toStoreError(error);
  } finally {
    await database.db.destroy();
  }
}

/** The schema version. Only a store has one. */
async function readSchema({ db, dialect }: SqlDatabaseOptions, shown: string): Promise<number> {
  try {
    const found = await db
      .selectFrom("store_state")
      .select("value")
      .where("name", "=", "schema_version")
      .executeTakeFirst();
    if (found !== undefined) return found.value;
  } catch (error) {
    const known = dialect.toStoreError(error);
    if (known.code !== "store_failed") throw known;
  }
  throw new StoreError(
    "not_a_store",
    `${shown}: no store of Emend is there; name its file or its database with --store`,
  );
}

/** Opens it for reading, without migrating. */
function openUnmigrated(location: string): SqlDatabaseOptions {
  const now = (): Date => new Date();
  if (isPostgres(location)) return connectPostgres({ url: location, maxConnections: 1 });
  const file = resolve(location);
  if (!existsSync(file)) throw new StoreError("store_unreachable", `${file}: there is no such file`);
  try {
    const database = openDatabase(file, { readonly: true, fileMustExist: true, timeout: LOCK_TIMEOUT_MS });
    return { db: createSqliteKysely(database), dialect: createSqliteDialect(file), now };
  } catch (error) {
    throw sqliteError(file, error);
  }
}
