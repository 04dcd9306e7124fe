import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { makePostgresData, runPostgres } from "./postgres-program.ts";

export interface PostgresOfItsOwn {
  readonly addressOf: (database: string) => string;
  /** Makes a database, as a copy of another where one is named. */
  readonly createDatabase: (name: string, template?: string) => Promise<void>;
  /** Of the process that runs now. */
  readonly pid: () => number;
  /** Kills it as a crash would, and starts it again on the same port and files. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a real PostgreSQL on a free port of this machine, in a folder that goes with it. */
export async function runPostgresOfItsOwn(
  settings: readonly string[],
  place = tmpdir(),
): Promise<PostgresOfItsOwn> {
  const folder = mkdtempSync(join(place, "emend-postgres-"));
  // As root, the server runs as somebody else, who has to get into the folder.
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  makePostgresData(data);
  const port = await freePort();
  const start = (): ReturnType<typeof runPostgres> => runPostgres(data, port, settings);
  let running = await start();
  const addressOf = (database: string): string => `postgres://emend:emend@127.0.0.1:${port}/${database}`;
  const end = async (signal: "SIGKILL" | "SIGQUIT"): Promise<void> => {
    running.child.kill(signal);
    await running.ended;
  };
  const clean = (): void => {
    running.child.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true });
  };
  // A test that fails may never get to stop it.
  process.once("exit", clean);
  return {
    addressOf,
    createDatabase: async (name, template = "template1") => {
      const client = new pg.Client({ connectionString: addressOf("postgres") });
      await client.connect();
      try {
        // Copying files is quicker than logging every page, and brings the template's caches along.
        await client.query(`create database "${name}" template "${template}" strategy file_copy`);
      } finally {
        await client.end();
      }
    },
    pid: () => running.child.pid ?? 0,
    restart: async () => {
      await end("SIGKILL");
      // It does not start while a part of the old one still lives.
      const deadline = Date.now() + 30_000;
      for (;;) {
        const started = await start().catch((error: unknown) => error);
        if (!(started instanceof Error)) {
          running = started as typeof running;
          return;
        }
        if (Date.now() > deadline) throw started;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    stop: async () => {
      // At once: nobody reads its files any more.
      await end("SIGQUIT");
      process.off("exit", clean);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
