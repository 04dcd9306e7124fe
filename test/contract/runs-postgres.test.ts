import { openPostgres } from "./open-postgres.ts";
import { describeRunStore } from "./run-store.ts";

describeRunStore("PostgreSQL", openPostgres().open);
