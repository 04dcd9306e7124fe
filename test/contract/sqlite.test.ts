import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { fileHolds } from "../file-holds.ts";
import { describeFeedbackStore } from "./feedback-store.ts";
import { ALL_TIME, makeFeedback, timeAt } from "./make-feedback.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeFeedbackStore("SQLite", ({ name, onQuery }) =>
  openSqliteStore({
    file: join(folder, "made on demand", `${name}.db`),
    ...(onQuery === undefined ? {} : { onQuery }),
  }),
);

const file = (name: string): string => join(folder, `${name}.db`);

describe("erasing a person from a SQLite file", () => {
  const NAME = "person-3-unforgettable";
  const hers = (n: number) =>
    makeFeedback(n, {
      author: { id: NAME, trust: "person" },
      comment: `secret-words ${n} ${"x".repeat((n * 97) % 9_000)}`,
    });
  it("leaves no trace of the words in the file or its log", async () => {
    const store = await openSqliteStore({ file: file("erased") });
    const others = (n: number) => makeFeedback(n, { author: { id: `person-${n % 400}`, trust: "person" } });
    for (let n = 0; n < 1_500; n += 50) {
      await store.feedback.record(Array.from({ length: 50 }, (_, at) => hers(n + at)));
      await store.feedback.record(Array.from({ length: 200 }, (_, at) => others(10_000 + n * 4 + at)));
    }
    for (const trace of [NAME, "secret-words"]) expect(fileHolds(file("erased"), trace)).toBe(true);
    expect(await store.feedback.erasePerson(NAME)).toBe(1_500);
    for (const trace of [NAME, "secret-words"]) expect(fileHolds(file("erased"), trace)).toBe(false);
    expect(fileHolds(file("erased"), "comment 10050")).toBe(true);
    await store.close();
  });

  it("says when another reader keeps old words in the log, and finishes when asked again", async () => {
    const store = await openSqliteStore({ file: file("read"), lockTimeoutMs: 30 });
    await store.feedback.record([hers(1), hers(2)]);
    const reader = openDatabase(file("read"));
    reader.exec("begin");
    reader.prepare("select count(*) from feedback").all([]);
    await expect(store.feedback.erasePerson(NAME)).rejects.toMatchObject({ code: "store_locked" });
    reader.exec("commit");
    reader.close();
    expect(await store.feedback.erasePerson(NAME)).toBe(0);
    expect(fileHolds(file("read"), "secret-words")).toBe(false);
    await store.close();
  });
});

describe("deleting old records from a SQLite file", () => {
  it("leaves no row behind that only they had", async () => {
    const store = await openSqliteStore({ file: file("deleted") });
    await store.feedback.record([
      makeFeedback(1, { tags: ["a", "b", "\uD800"] }),
      makeFeedback(2, { tags: ["a"] }),
    ]);
    await store.feedback.deleteOlderThan(timeAt(2));
    await store.close();
    const database = openDatabase(file("deleted"));
    expect(database.prepare("select tag from feedback_tag").all([])).toEqual([{ tag: "a" }]);
    expect(database.prepare("select id from feedback").all([])).toEqual([{ id: makeFeedback(2).id }]);
    database.close();
  });
});

describe("a SQLite store in memory", () => {
  it("holds records as long as it is open", async () => {
    const store = await openSqliteStore({ file: ":memory:" });
    await store.feedback.record([makeFeedback(1)]);
    expect((await store.feedback.list({ limit: 5 })).items).toEqual([makeFeedback(1)]);
    await store.close();
  });
});

describe("reading a SQLite store", () => {
  it("finds rows by an index and in order, so that its cost does not grow with history", async () => {
    const queries = new Set<string>();
    const store = await openSqliteStore({ file: file("plans"), onQuery: (sql) => queries.add(sql) });
    await store.feedback.record([makeFeedback(1), makeFeedback(2)]);
    queries.clear();
    const { next = "" } = await store.feedback.list({ limit: 1 });
    const since = timeAt(0);
    await store.feedback.find("x");
    for (const filter of [{}, { agent: "rio" }, { tag: "tests_failing" }, { agent: "rio", tag: "io" }]) {
      await store.feedback.list({ ...filter, limit: 1 });
      await store.feedback.list({ ...filter, limit: 1, since });
      await store.feedback.list({ ...filter, limit: 1, since, after: next });
    }
    await store.feedback.rollUp(ALL_TIME);
    await store.feedback.rollUp({ ...ALL_TIME, agent: "rio" });
    await store.feedback.erasePerson("nobody");
    await store.feedback.deleteOlderThan(timeAt(0));
    await store.close();

    const database = openDatabase(file("plans"));
    for (const sql of queries) {
      if (!sql.startsWith("select")) continue;
      const nothing = Array.from({ length: sql.split("?").length - 1 }, () => null);
      const plan = database.prepare(`explain query plan ${sql}`).all(nothing);
      const steps = plan.map((row) => (row as { detail: string }).detail).join("; ");
      expect(`${sql}: ${steps}`).toMatch(/ INDEX | PRIMARY KEY/);
      expect(`${sql}: ${steps}`).not.toMatch(/SCAN (?!feedback USING INDEX feedback_time$)|TEMP B-TREE/);
    }
    database.close();
    expect(queries.size).toBeGreaterThan(14);
  });
});
