import { describeAlertStore } from "./alert-store.ts";
import { openPostgres } from "./open-postgres.ts";
import { describeWebhookEndpoints } from "./webhook-endpoints.ts";

const { open } = openPostgres();
describeAlertStore("PostgreSQL", { open, openClient: open });
describeWebhookEndpoints("PostgreSQL", { open, openClient: open });
