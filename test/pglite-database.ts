import { cpSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import { createPostgresDialect } from "../src/drivers/sql/postgres/postgres-dialect.ts";
import { createSqlDatabase, type SqlDatabase } from "../src/drivers/sql/sql-database.ts";
import type { Tables } from "../src/drivers/sql/tables.ts";

const INT8 = 20;

/** A real PostgreSQL with the real pgvector inside this process, on the files of a folder. */
export async function startPglite(folder: string): Promise<PGlite> {
  if (!existsSync(join(folder, "PG_VERSION"))) await makePgliteData(folder);
  return openPglite(folder);
}

const openPglite = (folder: string): Promise<PGlite> =>
  PGlite.create({ dataDir: folder, extensions: { vector }, parsers: { [INT8]: Number } });

/** Creates an empty database in a folder. That takes seconds of CPU time, so it is done once per machine and copied. */
async function makePgliteData(folder: string): Promise<void> {
  const { mtimeMs } = statSync(fileURLToPath(import.meta.resolve("@electric-sql/pglite")));
  const cache = fileURLToPath(new URL("../node_modules/.cache/emend/", import.meta.url));
  const empty = join(cache, `pglite-data-${mtimeMs}`);
  if (!existsSync(empty)) {
    const draft = `${empty}.${process.pid}`;
    await (await openPglite(draft)).close();
    // Another worker may have been quicker, and its copy is as good.
    if (existsSync(empty)) rmSync(draft, { recursive: true });
    else renameSync(draft, empty);
  }
  cpSync(empty, folder, { recursive: true });
}

/** Closing it leaves the server running, as closing a connection does. */
export function openPgliteDatabase(server: PGlite): Promise<SqlDatabase> {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PgliteDriver(server),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const db = new Kysely<Tables>({ dialect });
  return createSqlDatabase({ db, dialect: createPostgresDialect("the test server"), now: () => new Date() });
}

/** The server has one session: a query of another caller in the middle of a transaction would become part of it. */
const sessions = new WeakMap<PGlite, Promise<void>>();

class PgliteDriver implements Driver {
  readonly #server: PGlite;
  readonly #release = new WeakMap<DatabaseConnection, () => void>();

  constructor(server: PGlite) {
    this.#server = server;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = sessions.get(this.#server) ?? Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    sessions.set(
      this.#server,
      before.then(() => promise),
    );
    await before;
    const connection = new PgliteConnection(this.#server);
    this.#release.set(connection, resolve);
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#release.get(connection)?.();
  }

  async destroy(): Promise<void> {}
}

class PgliteConnection implements DatabaseConnection {
  readonly #server: PGlite;

  constructor(server: PGlite) {
    this.#server = server;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.#server.query<Row>(sql, [...parameters]);
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("rows are read in pages here, and never as a stream");
  }
}
