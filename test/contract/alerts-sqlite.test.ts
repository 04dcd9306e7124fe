import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { type ClockedDriver, describeAlertStore } from "./alert-store.ts";
import { describeWebhookEndpoints } from "./webhook-endpoints.ts";

const driver: ClockedDriver = {
  open: ({ now }) => openSqliteStore({ file: ":memory:", now }),
  openClient: async (_place, store) => ({ ...store, close: async () => {} }),
};
describeAlertStore("SQLite", driver);
describeWebhookEndpoints("SQLite", driver);
