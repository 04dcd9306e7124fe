import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { describeDeliveryLog } from "./delivery-log.ts";

describeDeliveryLog("SQLite", ({ now }) => openSqliteStore({ file: ":memory:", now }));
