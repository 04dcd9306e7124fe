import { describeCheckStore } from "./check-store.ts";
import { openPostgres } from "./open-postgres.ts";

const { open } = openPostgres();
describeCheckStore("PostgreSQL", { open, openClient: (name) => open({ name }) });
