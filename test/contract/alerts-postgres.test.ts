import { afterAll, beforeAll } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { type ClockedPlace, describeAlertStore } from "./alert-store.ts";
import { describeWebhookEndpoints } from "./webhook-endpoints.ts";

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server?.stop());

const open = async ({ name, now }: ClockedPlace): Promise<Store> =>
  openPostgresStore({ url: await server!.urlOf(name), maxConnections: 4, now });

describeAlertStore("PostgreSQL", { open, openClient: open });
describeWebhookEndpoints("PostgreSQL", { open, openClient: open });
