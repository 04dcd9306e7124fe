import { afterAll, beforeAll } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import type { StorePlace } from "./feedback-store.ts";
import { describeSubmissionStore } from "./submission-store.ts";

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server?.stop());

const open = async ({ name }: StorePlace): Promise<Store> =>
  openPostgresStore({ url: await server!.urlOf(name), maxConnections: 4 });

describeSubmissionStore("PostgreSQL", { open, openClient: (name) => open({ name }) });
