import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { EXAMPLE_CHECK_ID, exampleHit } from "../examples/example-check.ts";
import { EXAMPLE_TIME } from "../examples/example-rule.ts";
import { describeCheckStore } from "./check-store.ts";

describeCheckStore("SQLite", {
  open: ({ name }) => openSqliteStore({ file: join(folder, `${name}.db`) }),
  openClient: async (_name, store) => ({ ...store, close: async () => {} }),
});

const folder = mkdtempSync(join(tmpdir(), "emend-checks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("checks and hits in a SQLite file", () => {
  it("are listed by an index and in order with every filter", async () => {
    const file = join(folder, "plans.db");
    const queries = new Set<string>();
    const store = await openSqliteStore({ file, onQuery: (sql) => queries.add(sql) });
    const { checks } = store;
    await checks.report({ time: EXAMPLE_TIME, ran: [], hits: [1, 2].map((n) => exampleHit(n)) });
    const { next } = await checks.hits({ limit: 1 });
    queries.clear();
    for (const page of [{ limit: 1 }, { limit: 1, after: next! }]) {
      await checks.hits(page);
      await checks.hits({ ...page, check: EXAMPLE_CHECK_ID });
      await checks.hits({ ...page, verdict: "none" });
      await checks.hits({ ...page, check: EXAMPLE_CHECK_ID, verdict: "wrong" });
      await checks.list(page);
      await checks.list({ ...page, state: ["watching", "drafted"] });
      await checks.list({ ...page, rule: "ru_1" });
    }
    await checks.running();
    await checks.find("ck_1");
    await checks.ofRules(["ru_1"]);
    await checks.figures([EXAMPLE_CHECK_ID]);
    await store.close();
    const database = openDatabase(file);
    const selects = [...queries].filter((sql) => sql.startsWith("select"));
    for (const sql of selects) {
      const nothing = Array.from({ length: sql.split("?").length - 1 }, () => null);
      const plan = database.prepare(`explain query plan ${sql}`).all(nothing);
      const steps = plan.map((row) => (row as { detail: string }).detail).join("; ");
      expect(`${sql}: ${steps}`).toMatch(/USING (?:COVERING )?INDEX|PRIMARY KEY/);
      // One rule has few checks, so sorting them is cheap.
      const sorts = sql.includes('"rule_id" in') ? "" : "TEMP B-TREE";
      expect(sorts !== "" && steps.includes(sorts), `${sql}: ${steps}`).toBe(false);
    }
    database.close();
    expect(selects.length).toBeGreaterThan(14);
  });
});
