import { describeDeliveryLog } from "./delivery-log.ts";
import { openPostgres } from "./open-postgres.ts";

describeDeliveryLog("PostgreSQL", openPostgres().open);
