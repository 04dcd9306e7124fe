import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { describeRefinementStore } from "./refinement-store.ts";

describeRefinementStore("SQLite", () => openSqliteStore({ file: ":memory:" }));
