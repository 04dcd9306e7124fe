import { openSqliteStore } from "../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { FeedbackStore } from "../src/ports/feedback-store.ts";

/** A real store that lives as long as the test. */
export const openTestStore = (): Promise<FeedbackStore> => openSqliteStore({ file: ":memory:" });
