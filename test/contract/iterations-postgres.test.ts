import { openPostgres } from "./open-postgres.ts";
import { describeIterationStore } from "./iteration-store.ts";

describeIterationStore("PostgreSQL", openPostgres().open);
