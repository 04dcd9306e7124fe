import { openPostgres } from "./open-postgres.ts";
import { describeRefinementStore } from "./refinement-store.ts";

describeRefinementStore("PostgreSQL", openPostgres().open);
