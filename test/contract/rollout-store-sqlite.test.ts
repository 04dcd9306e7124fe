import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { describeRolloutStore } from "./rollout-store.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-rollouts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeRolloutStore("SQLite", {
  open: ({ name }) => openSqliteStore({ file: join(folder, `${name}.db`) }),
  openClient: async (_name, store) => ({ ...store, close: async () => {} }),
});
