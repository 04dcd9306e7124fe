import { openPostgresStore } from "../src/drivers/sql/postgres/open-postgres-store.ts";
import { runPostgresOfItsOwn } from "./run-postgres.ts";
import { quickFolder } from "./temporary-folder.ts";

export interface PostgresServer {
  /** A database of that name with an empty store, made at the first asking as a copy of one: migrating takes longer. */
  readonly urlOf: (name: string) => Promise<string>;
  /** A database of that name with nothing in it. */
  readonly emptyUrlOf: (name: string) => Promise<string>;
  /** Kills it as a crash would, and starts it again on the same port and files. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const TEMPLATE = "emend_template";

/** Vacuuming would visit each of a hundred databases in turn, and none of them lives long enough to need it. */
const SETTINGS = ["fsync=off", "full_page_writes=off", "autovacuum=off", "jit=off"];

/** Starts a PostgreSQL that waits for no disk, since what tests write is gone with them: each gets a database, 10 MB. */
export async function startPostgres(): Promise<PostgresServer> {
  const server = await runPostgresOfItsOwn(SETTINGS, quickFolder());
  const { addressOf, restart, stop } = server;
  const made = new Map<string, Promise<void>>();
  const databaseOf = async (name: string, make: (database: string) => Promise<void>): Promise<string> => {
    const database = name.replaceAll(/[^a-z0-9]/g, "_");
    const making = made.get(database) ?? make(database);
    made.set(database, making);
    await making;
    return addressOf(database);
  };
  const createEmpty = (database: string): Promise<void> => server.createDatabase(database);
  let copied: Promise<void> = Promise.resolve();
  const createCopy = (database: string): Promise<void> => {
    // A database that is being copied may have nobody in it, so copies are made one after the other.
    copied = copied.then(async () => {
      await databaseOf(TEMPLATE, createTemplate);
      await server.createDatabase(database, TEMPLATE);
    });
    return copied;
  };
  const createTemplate = async (database: string): Promise<void> => {
    await createEmpty(database);
    const store = await openPostgresStore({ url: addressOf(database), maxConnections: 1 });
    await store.close();
  };
  return {
    urlOf: (name) => databaseOf(name, createCopy),
    emptyUrlOf: (name) => databaseOf(name, createEmpty),
    restart,
    stop,
  };
}
