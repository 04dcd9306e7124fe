import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PastCorrection } from "../../core/correction/past-correction.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";
import { runCli } from "../../../test/run-cli.ts";
import { makeCorrection } from "../../../test/contract/correction-store.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-corrections-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], stdin?: string) =>
  runCli(["corrections", ...args, "--store", "emend.db"], {
    cwd: folder,
    env: { USER: "ana", HOME: "/nonexistent" },
    ...(stdin === undefined ? {} : { stdin }),
  });
const keep = async (...corrections: readonly PastCorrection[]): Promise<void> => {
  const store = await openSqliteStore({ file: join(folder, "emend.db") });
  await store.corrections.add(corrections);
  await store.close();
};

describe("emend corrections", () => {
  it("lists corrections as a table, page by page and by every filter", async () => {
    expect((await run(["list"])).stderr).toContain("[store_missing]");
    await keep(
      makeCorrection(1, { id: "co_aaaa1111aaaa" }),
      makeCorrection(2, { id: "co_bbbb2222bbbb", outcome: "landed", author: "bo", found: "commit" }),
      makeCorrection(3, { id: "co_cccc3333cccc", path: "src/pay.py", agent: "kim", project: "bank" }),
    );
    const table = await run(["list", "--limit", "2"]);
    expect(table.stdout).toMatchInlineSnapshot(`
      "ID           TIME              FOUND IN  OUTCOME  AUTHOR  FILE         REMARK
      co_cccc3333  2026-03-01 00:03  review    unknown  ana     src/pay.py   remark 3: close the file
      co_bbbb2222  2026-03-01 00:02  commit    landed   bo      src/cart.py  remark 2: close the file
      "
    `);
    const next = /--after (\S+)/.exec(table.stderr)![1]!;
    expect((await run(["list", "--after", next, "--jsonl"])).stdout).toMatch(
      /^\{"id":"co_aaaa1111aaaa".*\}\n$/,
    );
    const ids = async (...filters: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await run(["list", "--json", ...filters]);
      const page = JSON.parse(stdout) as { items: readonly PastCorrection[]; next: null };
      expect(page.next).toBeNull();
      return page.items.map(({ id }) => id);
    };
    expect(await ids("--project", "bank")).toEqual(["co_cccc3333cccc"]);
    expect(await ids("--agent", "kim")).toEqual(["co_cccc3333cccc"]);
    expect(await ids("--path", "src/pay.py")).toEqual(["co_cccc3333cccc"]);
    expect(await ids("--author", "bo")).toEqual(["co_bbbb2222bbbb"]);
    expect(await ids("--found", "commit")).toEqual(["co_bbbb2222bbbb"]);
    expect(await ids("--outcome", "landed")).toEqual(["co_bbbb2222bbbb"]);
    expect(await ids("--with-edit")).toHaveLength(3);
    const none = await run(["list", "--author", "nobody"]);
    expect([none.code, none.stdout]).toEqual([0, ""]);
    expect(none.stderr).toContain("no correction from past conversations or reviews matches");
    expect((await run(["list", "--found", "somewhere"])).code).toBe(2);
    expect((await run(["list", "--json", "--jsonl"])).code).toBe(2);
    expect((await run(["list", "--after", "x"])).stderr).toContain("[invalid_cursor]");
  });

  it("shows one by the beginning of its id, with its lines", async () => {
    await keep(makeCorrection(1, { id: "co_aaaa1111aaaa", rework: 3 }));
    expect((await run(["show", "aaaa"])).stdout).toMatchInlineSnapshot(`
      "id        co_aaaa1111aaaa
      time      2026-03-01T00:01:00.000Z
      found in  review
      outcome   unknown
      author    ana
      agent     rio
      project   shop
      session   shop#7
      file      src/cart.py
      origin    https://code.example/shop/pull/7#r1
      remark    remark 1: close the file
      rework    3 tool calls

      --- a/src/cart.py
      +++ b/src/cart.py
      @@ -1,1 +1,1 @@
      -open(1)
      +with open(1):
      "
    `);
    expect(JSON.parse((await run(["show", "co_aa", "--json"])).stdout)).toEqual(
      makeCorrection(1, { id: "co_aaaa1111aaaa", rework: 3 }),
    );
    expect((await run(["show", "co_zz"])).stderr).toContain("[correction_not_found]");
  });

  it("prints nothing that acts on a terminal", async () => {
    const evil = "\u001b[2Jgone\u009b1m\u202Eevil\r\nco_fake line";
    await keep(makeCorrection(1, { remark: evil, author: evil, path: evil, before: evil, session: evil }));
    for (const args of [["list"], ["list", "--json"], ["list", "--jsonl"], ["show", "co_"]]) {
      const { code, stdout } = await run(args);
      expect([args, code]).toEqual([args, 0]);
      expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });

  it("rebuilds from feedback, and again without change", async () => {
    const diff = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n";
    const line = { agent: "rio", outcome: "approved_with_changes", comment: "Say b.", diff };
    const imported = await runCli(["import", "-", "--store", "emend.db"], {
      cwd: folder,
      env: { USER: "ana", HOME: "/nonexistent" },
      stdin: JSON.stringify({ ...line, author: { id: "bo", trust: "person" }, time: "2026-05-01T10:00:00Z" }),
    });
    expect(imported.code).toBe(0);
    expect((await run(["list", "--author", "bo", "--outcome", "landed"])).stdout).toContain("Say b.");
    expect((await run(["rebuild"])).stdout).toBe("0 new, 0 changed, 1 known\n");
    expect(JSON.parse((await run(["rebuild", "--json"])).stdout)).toEqual({ new: 0, changed: 0, known: 1 });
  });
});
