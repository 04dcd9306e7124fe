import { openPostgres } from "./open-postgres.ts";
import { describeTrialStore } from "./trial-store.ts";

describeTrialStore("PostgreSQL", openPostgres());
