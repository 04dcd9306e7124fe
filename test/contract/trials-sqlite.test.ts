import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { describeTrialStore } from "./trial-store.ts";

describeTrialStore("SQLite", {
  open: () => openSqliteStore({ file: ":memory:" }),
  // Two connections of one process to a SQLite file would wait for each other.
  openClient: async (_name, store) => ({ ...store, close: async () => {} }),
});
