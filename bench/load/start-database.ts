import { runPostgresOfItsOwn } from "../../test/run-postgres.ts";

export interface Database {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** A real PostgreSQL that waits for the disk, unlike that of the tests, with memory as on a small server of its own. */
export async function startDatabase(): Promise<Database> {
  const running = await runPostgresOfItsOwn([
    "shared_buffers=1GB",
    "max_wal_size=4GB",
    "max_connections=200",
  ]);
  await running.createDatabase("load");
  return { url: running.addressOf("load"), pid: running.pid(), stop: running.stop };
}
