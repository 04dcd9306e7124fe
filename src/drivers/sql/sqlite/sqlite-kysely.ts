import { defined } from "../../../core/defined.ts";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type LogConfig,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Tables } from "../tables.ts";
import type { SqliteDatabase, SqliteStatement } from "./better-sqlite.ts";

const MAX_STATEMENTS = 256;

/** Kysely over one connection. Its own driver prepares every query anew and begins transactions without a lock. */
export function createSqliteKysely(database: SqliteDatabase, log?: LogConfig): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new PreparedDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect, ...defined({ log }) });
}

class PreparedDriver implements Driver {
  readonly #database: SqliteDatabase;
  readonly #connection: PreparedConnection;
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#connection = new PreparedConnection(database);
  }

  async init(): Promise<void> {}

  /** One caller at a time: another caller's query during a transaction would become part of it. */
  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
    return this.#connection;
  }

  /** Takes the write lock at once, because a transaction that takes it at its first write cannot wait for it. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk has already ended the transaction, and a second error would hide the first.
    if (this.#database.inTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

class PreparedConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase;
  readonly #prepared = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("rows are read in pages here, and never as a stream");
  }

  #prepare(sql: string): SqliteStatement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= MAX_STATEMENTS) this.#prepared.clear();
    const made = this.#database.prepare(sql);
    this.#prepared.set(sql, made);
    return made;
  }
}
