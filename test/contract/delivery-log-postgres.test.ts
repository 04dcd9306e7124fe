import { afterAll, beforeAll } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { describeDeliveryLog } from "./delivery-log.ts";

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server?.stop());

describeDeliveryLog("PostgreSQL", async ({ name, now }) =>
  openPostgresStore({ url: await server!.urlOf(name), maxConnections: 4, now }),
);
