import { openSqliteStore } from "../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../src/ports/store.ts";

/** A real store that lives as long as the test. */
export const openTestStore = (): Promise<Store> => openSqliteStore({ file: ":memory:" });
