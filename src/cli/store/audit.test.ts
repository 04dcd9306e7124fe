import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { openDatabase } from "../../drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";

let folder = "";
const file = (): string => join(folder, ".emend", "emend.db");
const run = (...args: readonly string[]) => runCli(["audit", ...args], { cwd: folder });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-audit-cli-"));
  const store = await openSqliteStore({ file: file(), now: () => new Date("2026-03-10T11:42:00Z") });
  for (let n = 1; n <= 3; n += 1) {
    await store.audit.append({
      actor: n === 2 ? "dana\u001b[31m" : "cleo",
      action: "rule.approved",
      subject: `rule-${n}`,
      detail: { version: n },
    });
  }
  await store.feedback.erasePerson("cleo", "cli");
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Changes an entry behind Emend's back. */
function tamper(sql: string): void {
  const database = openDatabase(file());
  for (const trigger of ["audit_update", "audit_delete"]) database.exec(`drop trigger ${trigger}`);
  database.exec(sql);
  database.close();
}

describe("emend audit list", () => {
  it("shows the newest first, what is left of the erased, and nothing that acts on a terminal", async () => {
    const { code, stdout, stderr } = await run("list");
    expect(stdout).toMatchInlineSnapshot(`
      "     4  2026-03-10T11:42:00.000Z  person.erased  entries 1,3  by cli  {"records":0}
           3  2026-03-10T11:42:00.000Z  rule.approved  rule-3  erased
           2  2026-03-10T11:42:00.000Z  rule.approved  rule-2  by dana\\u001b[31m  {"version":2}
           1  2026-03-10T11:42:00.000Z  rule.approved  rule-1  erased
      "
    `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("shows a page, and says how to go on", async () => {
    const { stdout, stderr } = await run("list", "--limit", "1", "--before", "3");
    expect(stdout).toContain("rule-2");
    expect(stdout.split("\n").length).toBe(2);
    expect(stderr).toContain("emend audit list --before 2");
  });

  it("prints entries as JSON", async () => {
    const { stdout } = await run("list", "--json", "--limit", "2", "--before", "4");
    expect(JSON.parse(stdout)).toMatchObject({
      items: [
        { seq: 3, state: "erased", action: "rule.approved", subject: "rule-3" },
        { seq: 2, state: "kept", actor: "dana\u001b[31m", detail: { version: 2 } },
      ],
      next: "2",
    });
  });

  it.each(["0", "501", "x", "1.5", "-1"])("refuses a limit of %s", async (limit) => {
    const { code, stderr } = await run("list", `--limit=${limit}`);
    expect(code).toBe(2);
    expect(stderr).toContain("[invalid_number]");
  });
});

describe("emend audit verify", () => {
  it("says that the log is whole, and its head, which is taken back", async () => {
    const { code, stdout } = await run("verify");
    expect(stdout.replace(/[\da-f]{64}/, "<hash>")).toMatchInlineSnapshot(`
      "whole: 4 entries, 2 of them by people who were erased
      rules: 0 in force, as the log says
      head:  4:<hash>
      "
    `);
    expect(code).toBe(0);
    const { head } = JSON.parse((await run("verify", "--json")).stdout) as { head: string };
    expect(stdout).toContain(head);
    expect((await run("verify", "--head", head)).code).toBe(0);
  });

  it("names the first broken link, and ends with 1", async () => {
    tamper("update audit set subject = 'rule-9' where seq = 2");
    const { code, stdout } = await run("verify");
    expect(stdout).toMatchInlineSnapshot(`
      "broken: the chain breaks at entry 2: its number, time, action, subject or hash was changed [hash_mismatch]
      "
    `);
    expect(code).toBe(1);
    const json = await run("verify", "--json");
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, seq: 2, reason: "hash_mismatch" });
  });

  it("tells by a noted head that the end was cut off", async () => {
    const store = await openSqliteStore({ file: file() });
    await store.audit.append({ actor: "dana", action: "rule.retired", subject: "rule-1", detail: {} });
    await store.close();
    const { head } = JSON.parse((await run("verify", "--json")).stdout) as { head: string };
    tamper("delete from audit where seq = 5");
    expect((await run("verify")).code).toBe(0);
    const { code, stdout } = await run("verify", "--head", head);
    expect(stdout).toMatchInlineSnapshot(`
      "broken: the chain breaks at entry 5: the chain ends at 4, but its published head is 5 [truncated]
      "
    `);
    expect(code).toBe(1);
  });

  it.each(["4", "x:y", `4:${"g".repeat(64)}`])("refuses %s as a head", async (head) => {
    const { code, stderr } = await run("verify", "--head", head);
    expect(code).toBe(2);
    expect(stderr).toContain("[invalid_head]");
  });

  it("says that there is no store", async () => {
    const { code, stderr } = await run("verify", "--store", "other.db");
    expect(code).toBe(3);
    expect(stderr).toContain("[store_missing]");
  });
});
