import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { describeLoopStore } from "./loop-store.ts";

describeLoopStore("SQLite", { open: () => openSqliteStore({ file: ":memory:" }) });
