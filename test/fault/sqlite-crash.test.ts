import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { createSqliteDialect } from "../../src/drivers/sql/sqlite/sqlite-dialect.ts";
import { createSqliteKysely } from "../../src/drivers/sql/sqlite/sqlite-kysely.ts";
import { createSqlStore } from "../../src/drivers/sql/create-sql-store.ts";
import { StoreError, type StoreErrorCode } from "../../src/ports/errors.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import { crashRounds, expectWhole, runWriter } from "./crash-rounds.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-crash-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const place = (name: string): string => join(folder, name);

/** The error that some work on a store ends in. */
async function failure(work: Promise<unknown>): Promise<StoreError> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof StoreError)) throw new Error("expected a StoreError", { cause: error });
  return error;
}

/** A closed file that holds so many records. */
async function filled(name: string, count: number): Promise<string> {
  const store = await openSqliteStore({ file: place(name) });
  await store.feedback.record(Array.from({ length: count }, (_, n) => makeFeedback(n)));
  await store.close();
  return place(name);
}

describe("the SQLite store under kill -9", () => {
  it("loses nothing that it acknowledged and doubles nothing", { timeout: 60_000 }, async () => {
    expect(await crashRounds(place("crash.db"), 3)).toBeGreaterThan(3);
  });
});

describe("several processes on one SQLite store", () => {
  it(
    "make one schema of an empty file that they open at once, and all record",
    { timeout: 60_000 },
    async () => {
      const startAt = Date.now() + 1_500;
      const ends = await Promise.all(
        [0, 1, 2, 3].map((n) => runWriter([place("together.db"), n * 100, 60, startAt])),
      );
      for (const end of ends) expect(end).toMatchObject({ code: 0, errors: "" });
      await expectWhole(place("together.db"), new Set(ends.flatMap(({ acknowledged }) => acknowledged)));
    },
  );
});

describe("a SQLite store that cannot be used says why and what to do", () => {
  it.each<{ why: string; code: StoreErrorCode; file: () => Promise<string> | string }>([
    {
      why: "a path below a file",
      code: "store_unreachable",
      file: () => {
        writeFileSync(place("a-file"), "");
        return place("a-file/emend.db");
      },
    },
    {
      why: "a folder",
      code: "store_unreachable",
      file: () => {
        mkdirSync(place("a-folder"));
        return place("a-folder");
      },
    },
    {
      why: "a file that is something else",
      code: "store_corrupt",
      file: () => {
        writeFileSync(place("notes.txt"), "these are notes and no store\n".repeat(200));
        return place("notes.txt");
      },
    },
    {
      why: "a newer schema",
      code: "store_too_new",
      file: async () => {
        const file = await filled("newer.db", 1);
        const database = openDatabase(file);
        database.exec("update store_state set value = 999 where name = 'schema_version'");
        database.close();
        return file;
      },
    },
  ])("when opening $why", async ({ code, file }) => {
    const path = await file();
    const error = await failure(openSqliteStore({ file: path }));
    expect(error).toMatchObject({ code });
    expect(error.message.length).toBeGreaterThan(40);
  });

  it("leaves a newer store as it was", async () => {
    const file = await filled("newer-kept.db", 3);
    const database = openDatabase(file);
    database.exec("update store_state set value = 999 where name = 'schema_version'");
    database.close();
    const before = readFileSync(file);
    await failure(openSqliteStore({ file }));
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("when pages in the middle are damaged", async () => {
    const file = await filled("damaged.db", 400);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 3 * 4096);
    writeFileSync(file, bytes);
    const work = openSqliteStore({ file }).then((store) =>
      store.feedback.list({ limit: 500 }).finally(() => store.close()),
    );
    expect(await failure(work)).toMatchObject({ code: "store_corrupt" });
  });

  it("when it may only be read: it answers, and refuses to record", async () => {
    const file = await filled("read-only.db", 3);
    const store = await openSqliteStore({ file, readOnly: true });
    expect((await store.feedback.list({ limit: 9 })).items.length).toBe(3);
    expect(await failure(store.feedback.record([makeFeedback(9)]))).toMatchObject({
      code: "store_read_only",
    });
    await store.close();
    const missing = openSqliteStore({ file: place("missing/emend.db"), readOnly: true });
    expect(await failure(missing)).toBeInstanceOf(StoreError);
  });

  it("when another process does not let go of its lock, and goes on once it does", async () => {
    const file = await filled("locked.db", 1);
    const store = await openSqliteStore({ file, lockTimeoutMs: 30 });
    const other = openDatabase(file);
    other.exec("begin immediate");
    const calls = await Promise.allSettled([1, 2, 3].map((n) => store.feedback.record([makeFeedback(n)])));
    for (const call of calls) expect(call).toMatchObject({ reason: { code: "store_locked" } });
    other.exec("rollback");
    other.close();
    expect(await store.feedback.record([makeFeedback(1)])).toMatchObject([{ state: "new" }]);
    await store.close();
  });

  it("when the disk is full, and has kept what it acknowledged", async () => {
    const file = place("full.db");
    const database = openDatabase(file);
    database.pragma("journal_mode = WAL");
    const store = await createSqlStore({
      db: createSqliteKysely(database),
      dialect: createSqliteDialect(file),
      now: () => new Date("2026-03-01T00:00:00.000Z"),
    });
    const pages = Number(database.pragma("page_count", { simple: true }));
    database.pragma(`max_page_count = ${pages + 40}`);
    const large = makeFeedback(0, { comment: "x".repeat(2_000_000) });
    const calls = await Promise.allSettled([
      store.feedback.record([makeFeedback(1)]),
      store.feedback.record([large]),
      store.feedback.record([makeFeedback(2)]),
    ]);
    expect(calls.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(calls[1]).toMatchObject({ reason: { code: "disk_full" } });
    database.pragma("max_page_count = 100000");
    expect(await store.feedback.record([large, makeFeedback(1)])).toMatchObject([
      { state: "new" },
      { state: "known" },
    ]);
    await store.close();
    await expectWhole(file, new Set([0, 1, 2].map((n) => makeFeedback(n).id)));
  });
});
