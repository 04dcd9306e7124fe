import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { describeReminderStore } from "./reminder-store.ts";

describeReminderStore("SQLite", () => openSqliteStore({ file: ":memory:" }));
