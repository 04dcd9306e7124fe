import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { describeIterationStore } from "./iteration-store.ts";

describeIterationStore("SQLite", () => openSqliteStore({ file: ":memory:" }));
