import { openPostgres } from "./open-postgres.ts";
import { describeReminderStore } from "./reminder-store.ts";

describeReminderStore("PostgreSQL", openPostgres().open);
