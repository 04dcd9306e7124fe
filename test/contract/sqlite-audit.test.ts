import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { fileHolds } from "../file-holds.ts";
import { describeAuditLog } from "./audit-log.ts";

const WRITER = fileURLToPath(new URL("audit-writer.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "emend-audit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string): string => join(folder, `${name}.db`);

describeAuditLog("SQLite", {
  open: (name) => openSqliteStore({ file: file(name) }),
  query: async (name, sql) => {
    const database = openDatabase(file(name));
    try {
      const statement = database.prepare(sql);
      if (statement.reader) return statement.all([]);
      statement.run([]);
      return [];
    } finally {
      database.close();
    }
  },
  unprotect: ["audit_insert", "audit_update", "audit_delete"].map((trigger) => `drop trigger ${trigger}`),
  // Processes, since two connections of one would wait for each other without letting the other go on.
  appendTogether: async (name, count) => {
    const ends = ["one", "two"].map(async (actor) => {
      const child = spawn(process.execPath, [WRITER, file(name), actor, String(count)], { stdio: "inherit" });
      const [code] = (await once(child, "close")) as [number | null];
      if (code !== 0) throw new Error(`the writer ended with ${code}`);
    });
    await Promise.all(ends);
  },
});

describe("the audit log in a SQLite file", () => {
  it("cannot be written over by replacing a row", async () => {
    const store = await openSqliteStore({ file: file("replaced") });
    await store.audit.append({ actor: "ana", action: "rule.approved", subject: "rule-1", detail: {} });
    await store.close();
    const database = openDatabase(file("replaced"));
    const replace = database.prepare(
      "insert or replace into audit (seq, time, action, subject, body_hash, previous, hash) values (1, '', '', '', '', '', '')",
    );
    expect(() => replace.run([])).toThrow(/append-only/);
    database.close();
  });

  it("keeps no trace of an erased person in the file or its log", async () => {
    const NAME = "person-7-unforgettable";
    const path = file("erased");
    const store = await openSqliteStore({ file: path });
    for (let n = 0; n < 60; n += 1) {
      const actor = n % 3 === 0 ? NAME : `person-${n}`;
      const detail = { text: "x".repeat((n * 97) % 9_000), asked: n % 5 === 0 ? [NAME] : [] };
      await store.audit.append({ actor, action: "rule.approved", subject: `rule-${n}`, detail });
    }
    expect(fileHolds(path, NAME)).toBe(true);
    expect(await store.feedback.erasePerson(NAME, NAME)).toBe(0);
    expect(fileHolds(path, NAME)).toBe(false);
    expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 61, erased: 28 });
    await store.close();
  });
});
