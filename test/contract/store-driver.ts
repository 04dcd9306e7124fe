import type { Store } from "../../src/ports/store.ts";
import type { StorePlace } from "./feedback-store.ts";

/** One driver of the store. */
export interface StoreDriver {
  readonly open: (place: StorePlace) => Promise<Store>;
  /**
   * Another client of a store that is open. Two connections of one process to a SQLite file would wait for each other
   * without giving way, so there it is the same connection, with many callers; see the tests of processes.
   */
  readonly openClient: (name: string, store: Store) => Promise<Store>;
}
