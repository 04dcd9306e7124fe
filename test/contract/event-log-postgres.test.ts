import { afterAll, beforeAll } from "vitest";
import { openSqlDatabase } from "../open-sql-database.ts";
import { startPostgres, type PostgresServer } from "../postgres-server.ts";
import { describeSqlEvents } from "./sql-event-log.ts";

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server?.stop());

describeSqlEvents("PostgreSQL", async (name) => openSqlDatabase(await server!.urlOf(name)));
