import { afterAll, beforeAll } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import type { StorePlace } from "./feedback-store.ts";
import type { StoreDriver } from "./store-driver.ts";

/** A PostgreSQL that runs as long as the tests of the file that asks for it, and the store's driver on it. */
export function openPostgres(): StoreDriver & {
  readonly open: (place: StorePlace & { readonly now?: () => Date }) => Promise<Store>;
  readonly server: () => PostgresServer;
} {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  // Ending many databases may take a while where the disk is busy.
  afterAll(() => server?.stop(), 60_000);
  const open = async ({ name, ...options }: StorePlace & { readonly now?: () => Date }): Promise<Store> =>
    openPostgresStore({ url: await server!.urlOf(name), maxConnections: 4, ...options });
  return { open, openClient: (name) => open({ name }), server: () => server! };
}
