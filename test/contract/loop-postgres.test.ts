import { describeLoopStore } from "./loop-store.ts";
import { openPostgres } from "./open-postgres.ts";

const { open } = openPostgres();
describeLoopStore("PostgreSQL", { open });
