import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { fileHolds } from "../file-holds.ts";
import { describeCorrectionStore, makeCorrection } from "./correction-store.ts";

describeCorrectionStore("SQLite", {
  open: () => openSqliteStore({ file: ":memory:" }),
  openClient: async (_name, store) => ({ ...store, close: async () => {} }),
});

const folder = mkdtempSync(join(tmpdir(), "emend-corrections-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("past corrections in a SQLite file", () => {
  it("leave no trace of an erased person in the file or its log", async () => {
    const file = join(folder, "erased.db");
    const traces = ["person-3-unforgettable", "secret-words", "secret-lines"];
    const [author, remark, after] = traces;
    const store = await openSqliteStore({ file });
    await store.corrections.add(
      Array.from({ length: 300 }, (_, n) =>
        makeCorrection(n, { author: author!, remark: remark!, after: after! }),
      ),
    );
    for (const trace of traces) expect(fileHolds(file, trace)).toBe(true);
    await store.feedback.erasePerson(author!);
    for (const trace of traces) expect(fileHolds(file, trace)).toBe(false);
    await store.close();
  });

  it("are listed by an index and in order with every filter", async () => {
    const file = join(folder, "plans.db");
    const queries = new Set<string>();
    const store = await openSqliteStore({ file, onQuery: (sql) => queries.add(sql) });
    await store.corrections.add([1, 2].map((n) => makeCorrection(n)));
    queries.clear();
    const { next } = await store.corrections.list({ limit: 1 });
    for (const page of [{ limit: 1 }, { limit: 1, after: next! }]) {
      await store.corrections.list(page);
      await store.corrections.list({ ...page, withEdit: true });
      await store.corrections.list({ ...page, found: "review" });
      await store.corrections.list({ ...page, outcome: "landed" });
      for (const field of ["project", "agent", "author", "path"]) {
        await store.corrections.list({ ...page, [field]: "x" });
      }
      await store.corrections.list({ ...page, project: "shop", author: "ana", withEdit: true });
    }
    await store.corrections.find("co_1");
    await store.corrections.add([makeCorrection(1, { outcome: "landed" })]);
    await store.close();
    const database = openDatabase(file);
    const selects = [...queries].filter((sql) => /^(?:select|update|delete)/.test(sql));
    for (const sql of selects) {
      const nothing = Array.from({ length: sql.split("?").length - 1 }, () => null);
      const plan = database.prepare(`explain query plan ${sql}`).all(nothing);
      const steps = plan.map((row) => (row as { detail: string }).detail).join("; ");
      expect(`${sql}: ${steps}`).toMatch(/USING INDEX|PRIMARY KEY/);
      expect(`${sql}: ${steps}`).not.toMatch(/SCAN (?!correction USING INDEX correction_time$)|TEMP B-TREE/);
    }
    database.close();
    expect(selects.length).toBeGreaterThan(18);
  });
});
