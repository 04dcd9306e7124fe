import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "../free-port.ts";
import { makePostgresData, postgresCommand } from "../postgres-program.ts";
import { canDropConnections, dropConnections } from "./drop-connections.ts";
import type { LabNetwork } from "./lab-network.ts";
import { type LabBackend, ownedBackend } from "./lab-redis.ts";
import { shell } from "./shell.ts";

const SETTINGS = [
  "fsync=on",
  "synchronous_commit=on",
  "full_page_writes=on",
  "max_wal_size=64MB",
  "min_wal_size=32MB",
  "wal_keep_size=0",
];

/** A real PostgreSQL that writes to disk what it promises to, with an empty database. */
export async function startLabPostgres(folder: string, { host, prefix }: LabNetwork): Promise<LabBackend> {
  const port = await freePort();
  const data = join(folder, "postgres");
  makePostgresData(data);
  // It lets nobody in from another address than its own unless it is told to.
  await shell("sh", "-c", `echo "host all all all password" >> "$0/pg_hba.conf"`, data);
  const settings = [...SETTINGS, `listen_addresses=${host}`, `unix_socket_directories=${data}`];
  const address = (database: string): string => `postgres://emend:emend@${host}:${port}/${database}`;
  const ask = async (database: string, query: string): Promise<void> => {
    const client = new Client({ connectionString: address(database), connectionTimeoutMillis: 3_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query(query);
    } finally {
      await client.end().catch(() => {});
    }
  };
  const backend = ownedBackend({
    name: "postgres",
    command: [...prefix, ...postgresCommand(data, port, settings)],
    isUp: () =>
      ask("postgres", "select 1").then(
        () => true,
        () => false,
      ),
    signals: { kill: "SIGKILL", immediate: "SIGQUIT" },
  });
  await backend.up();
  await ask("postgres", "create database emend");
  const place = { host, port };
  return {
    url: address("emend"),
    ...((await canDropConnections(place)) ? { drop: () => dropConnections(place) } : {}),
    ...backend,
    // Its parts end with it in order, and not by themselves when it is killed.
    stop: async () => {
      await backend.kill("immediate");
      await backend.stop();
    },
  };
}
