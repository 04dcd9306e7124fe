import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { runCli } from "../../../test/run-cli.ts";
import { MIGRATIONS } from "../../drivers/sql/migrations.ts";
import { openDatabase } from "../../drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";

let folder = "";
const at = (name: string): string => join(folder, name);
const file = (): string => at(".emend/emend.db");
const run = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await runCli(["store", ...args], { cwd: folder });
  return { code, stdout: stdout.replaceAll(folder, "."), stderr: stderr.replaceAll(folder, ".") };
};
const HEAD = "a3e7";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-store-cli-"));
  const store = await openSqliteStore({ file: file() });
  await store.feedback.record([1, 2, 3].map((n) => makeFeedback(n)));
  await store.audit.append({ actor: "ana", action: "rule.approved", subject: "rule-1", detail: {} });
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Changes a store behind Emend's back. */
function alter(place: string, ...statements: readonly string[]): void {
  const database = openDatabase(place);
  for (const statement of statements) database.exec(statement);
  database.close();
}

const withoutHash = (text: string): string => text.replace(/\b[0-9a-f]{64}\b/, HEAD);

describe("emend store copy", () => {
  it("tells what went over, and where the audit log ends", async () => {
    const { code, stdout, stderr } = await run("copy", "--to", "other/copy.db");
    expect(withoutHash(stdout)).toMatchInlineSnapshot(`
      "agent_hour            1
      audit                 1
      feedback              3
      feedback_tag          3
      outbox                3
      tag_hour              1
      copied: 12 rows from ./.emend/emend.db to ./other/copy.db, with the same counts on both sides
      audit log whole: 1 entry
      head:  1:a3e7
      "
    `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect((await run("status", "--store", "other/copy.db")).stdout).toContain("records  3");
  });

  it("tells it as JSON", async () => {
    const { stdout } = await run("copy", "--to", "copy.db", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      from: "./.emend/emend.db",
      to: "./copy.db",
      tables: { feedback: 3, audit: 1, token: 0 },
      left_out: {},
      audit: { ok: true, entries: 1, head: expect.stringMatching(/^1:[0-9a-f]{64}$/) },
    });
  });

  it.each([
    { why: "no target", args: [], code: 2, said: "--to" },
    { why: "the store itself", args: ["--to", ".emend/emend.db"], code: 2, said: "[same_store]" },
    { why: "the store by a link", args: ["--to", "link.db"], code: 2, said: "[same_store]" },
    { why: "a target with records", args: ["--to", "taken.db"], code: 3, said: "[store_not_empty]" },
    { why: "another database", args: ["--to", "mysql://db/emend"], code: 3, said: "[store_unsupported]" },
    { why: "no source", args: ["--store", "none.db", "--to", "new.db"], code: 3, said: "[store_missing]" },
    {
      why: "a server that is not there, whose password stays here",
      args: ["--to", "postgres://emend:secret@127.0.0.1:1/emend"],
      code: 3,
      said: "[store_unreachable]",
    },
  ])("refuses $why", async ({ args, code, said }) => {
    symlinkSync(file(), at("link.db"));
    const taken = await openSqliteStore({ file: at("taken.db") });
    await taken.feedback.record([makeFeedback(9)]);
    await taken.close();
    const answer = await run("copy", ...args);
    expect(answer.code).toBe(code);
    expect(answer.stderr).toContain(said);
    expect(answer.stderr).not.toContain("secret");
  });
});

describe("emend store backup", () => {
  it("copies the store while it is open, with what only the log beside it holds", async () => {
    const store = await openSqliteStore({ file: file() });
    await store.feedback.record([makeFeedback(4)]);
    const { code, stdout } = await run("backup", "backups/one.db");
    await store.close();
    expect(withoutHash(stdout)).toMatchInlineSnapshot(`
      "backed up: 4 records to ./backups/one.db, 0.8 MiB
      audit log whole: 1 entry
      head:  1:a3e7
      "
    `);
    expect(code).toBe(0);
    expect(readdirSync(at("backups"))).toEqual(["one.db"]);
    const copy = await openSqliteStore({ file: at("backups/one.db") });
    expect(await copy.feedback.record([makeFeedback(4)])).toMatchObject([{ state: "known" }]);
    await copy.close();
  });

  it("replaces a file only where that is said, and with it what lay beside it", async () => {
    mkdirSync(at("old"));
    for (const name of ["emend.db", "emend.db-wal", "emend.db-shm"]) writeFileSync(at(`old/${name}`), "old");
    expect(await run("backup", "old/emend.db")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("[file_exists]"),
    });
    expect((await run("backup", "old/emend.db", "--force")).code).toBe(0);
    expect(readdirSync(at("old"))).toEqual(["emend.db"]);
    expect((await run("status", "--store", "old/emend.db")).stdout).toContain("records  3");
  });

  it("leaves the schema as it is, so that it serves before an upgrade", async () => {
    alter(file(), "update store_state set value = value - 1 where name = 'schema_version'");
    expect((await run("backup", "before.db")).code).toBe(0);
    expect(JSON.parse((await run("status", "--store", "before.db", "--json")).stdout)).toMatchObject({
      schema: MIGRATIONS.length - 1,
      present: MIGRATIONS.length,
    });
  });

  it("keeps a copy whose audit log is broken, and says so", async () => {
    alter(file(), "drop trigger audit_update", "update audit set subject = 'another'");
    const { code, stdout } = await run("backup", "broken.db");
    expect(code).toBe(1);
    expect(stdout).toContain("audit log broken: ");
    expect(existsSync(at("broken.db"))).toBe(true);
  });

  it.each([
    {
      why: "a PostgreSQL",
      args: ["x.db", "--store", "postgres://emend:secret@db/emend"],
      code: 2,
      said: "pg_dump --format=custom",
    },
    { why: "the store itself", args: [".emend/emend.db", "--force"], code: 2, said: "[same_store]" },
    { why: "an address", args: ["postgres://db/emend"], code: 2, said: "[invalid_file]" },
    {
      why: "a file that is no store",
      args: ["x.db", "--store", "text.db"],
      code: 3,
      said: "[store_corrupt]",
    },
    { why: "another program's file", args: ["x.db", "--store", "other.db"], code: 3, said: "[not_a_store]" },
    { why: "a newer store", args: ["x.db", "--store", "newer.db"], code: 3, said: "[store_too_new]" },
    { why: "a place below a file", args: ["text.db/x.db"], code: 3, said: "[store_unreachable]" },
  ])("refuses $why, and leaves nothing behind", async ({ args, code, said }) => {
    writeFileSync(at("text.db"), "no database at all, whatever its name says".repeat(100));
    alter(at("other.db"), "create table a (x)");
    await run("backup", "newer.db");
    alter(at("newer.db"), "update store_state set value = 99 where name = 'schema_version'");
    const answer = await run("backup", ...args);
    expect(answer.code).toBe(code);
    expect(answer.stderr).toContain(said);
    expect(answer.stderr).not.toContain("secret");
    expect(existsSync(at("x.db"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
  });
});

describe("emend store status", () => {
  it("tells kind, place, schema, records, size and the newest record", async () => {
    const { code, stdout } = await run("status");
    expect(stdout.replace(`schema   ${MIGRATIONS.length},`, "schema   N,")).toMatchInlineSnapshot(`
      "kind     SQLite
      place    ./.emend/emend.db
      schema   N, current
      records  3
      size     0.8 MiB
      newest   2026-03-01T00:03:00.000Z
      "
    `);
    expect(code).toBe(0);
  });

  it("says of a store without records that it has none", async () => {
    await (await openSqliteStore({ file: at("empty.db") })).close();
    const { stdout } = await run("status", "--store", "empty.db", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ kind: "sqlite", records: 0, newest: null });
  });
});
