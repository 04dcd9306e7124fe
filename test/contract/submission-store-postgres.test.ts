import { openPostgres } from "./open-postgres.ts";
import { describeSubmissionStore } from "./submission-store.ts";

describeSubmissionStore("PostgreSQL", openPostgres());
