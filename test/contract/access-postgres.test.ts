import { afterAll, beforeAll } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import type { StorePlace } from "./feedback-store.ts";
import { describeIdempotencyStore } from "./idempotency-store.ts";
import { describeSessionStore } from "./session-store.ts";
import type { StoreDriver } from "./store-driver.ts";
import { describeTokenStore } from "./token-store.ts";

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server?.stop());

const open = async ({ name, onQuery }: StorePlace): Promise<Store> =>
  openPostgresStore({
    url: await server!.urlOf(name),
    maxConnections: 4,
    ...(onQuery === undefined ? {} : { onQuery }),
  });

const driver: StoreDriver = { open, openClient: (name) => open({ name }) };
describeTokenStore("PostgreSQL", driver);
describeSessionStore("PostgreSQL", driver);
describeIdempotencyStore("PostgreSQL", driver);
