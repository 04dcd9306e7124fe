import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { describeRunStore } from "./run-store.ts";

describeRunStore("SQLite", () => openSqliteStore({ file: ":memory:" }));
