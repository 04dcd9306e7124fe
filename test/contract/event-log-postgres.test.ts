import { openSqlDatabase } from "../open-sql-database.ts";
import { openPostgres } from "./open-postgres.ts";
import { describeSqlEvents } from "./sql-event-log.ts";

const { server } = openPostgres();
describeSqlEvents("PostgreSQL", async (name) => openSqlDatabase(await server().urlOf(name)));
