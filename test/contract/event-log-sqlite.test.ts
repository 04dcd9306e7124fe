import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { SqlDatabase } from "../../src/drivers/sql/sql-database.ts";
import { openSqlDatabase } from "../open-sql-database.ts";
import { describeSqlEvents } from "./sql-event-log.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-events-"));
const opened = new Map<string, Promise<SqlDatabase>>();
afterAll(async () => {
  for (const database of opened.values()) await (await database).close();
  rmSync(folder, { recursive: true, force: true });
});

// One connection for each file: two of one process would wait for each other without letting the other go on.
describeSqlEvents("SQLite", async (name) => {
  const database = opened.get(name) ?? openSqlDatabase(join(folder, `${name}.db`));
  opened.set(name, database);
  return { ...(await database), close: async () => {} };
});
