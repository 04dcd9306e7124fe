import { openPostgres } from "./open-postgres.ts";
import { describeRolloutStore } from "./rollout-store.ts";

describeRolloutStore("PostgreSQL", openPostgres());
