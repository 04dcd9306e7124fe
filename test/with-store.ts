import { join } from "node:path";
import { openSqliteStore } from "../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../src/ports/store.ts";

/** Does something with the store that a command left in this folder. */
export async function withStore<T>(
  folder: string,
  work: (store: Store) => Promise<T>,
  file = ".emend/emend.db",
): Promise<T> {
  const store = await openSqliteStore({ file: join(folder, file) });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
