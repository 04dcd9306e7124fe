import { tmpdir } from "node:os";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { looseEquality, promisedDate } from "../../../test/active-check.ts";
import { person } from "../../../test/examples/example-rule.ts";
import { git } from "../../../test/git-ledger.ts";
import { runCli } from "../../../test/run-cli.ts";
import { runningCheck } from "../../../test/running-check.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend } from "../../compose.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";
import type { ActiveCheck } from "../../core/check/active-check.ts";

const folder = (): string => mkdtempSync(join(tmpdir(), "emend-check-"));
let cwd: string;

function put(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

const putChecks = (...checks: readonly ActiveCheck[]): void =>
  put("emend-checks.json", JSON.stringify({ schema: 1, checks }));

const check = (args: readonly string[], stdin?: string) =>
  runCli(["check", ...args], { cwd, ...(stdin === undefined ? {} : { stdin }) });

const found = async (args: readonly string[], stdin?: string): Promise<readonly string[]> =>
  (
    JSON.parse((await check([...args, "--json"], stdin)).stdout) as { hits: { path: string; line: number }[] }
  ).hits.map(({ path, line }) => `${path}:${line}`);

beforeEach(() => {
  cwd = folder();
  git(cwd, "init", "-q", "-b", "main");
  put(".gitignore", "dist/\n");
  put("src/cart.js", "start();\nif (total == 0) stop();\n");
  put("dist/cart.js", "a == b;\n");
  putChecks(looseEquality({ state: "blocking" }), promisedDate());
});

describe("emend check", () => {
  it("with --require-checks fails if there is nothing to run", async () => {
    expect((await check(["--require-checks", "src"])).code).toBe(1);
    put("src/cart.js", "start();\n");
    expect((await check(["--require-checks"])).code).toBe(0);
    putChecks();
    const empty = await check(["--require-checks"]);
    expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining("no check runs") as string]);
    expect((await check([])).code).toBe(0);
  });

  it("shows each hit with its rule, its code and a correction", async () => {
    put("plan.md", "On Monday we promise it.\n");
    const run = await check([]);
    expect(run.code).toBe(1);
    expect(run.stdout.replaceAll(/ck_[0-9a-f]{32}/g, "ck_…")).toMatchInlineSnapshot(`
      "plan.md:1:11  nudging  ck_…
        Never promise a date.
            1 | On Monday we promise it.

      src/cart.js:2:5  blocking  ck_…
        Compare with ===.
            2 | if (total == 0) stop();
        before: if (a == b) go();
        after:  if (a === b) go();
        fix:    total === 0

      2 hits in 2 of 4 files: 1 blocking, 1 nudging
      To fix 1 hit: emend check --fix
      "
    `);
  });

  it("checks the files and folders that are named, also ignored ones", async () => {
    put("other/a.js", "a == b;\n");
    expect(await found(["src"])).toEqual(["src/cart.js:2"]);
    expect(await found(["dist/cart.js", "other"])).toEqual(["dist/cart.js:1", "other/a.js:1"]);
    expect(await found([])).toEqual(["other/a.js:1", "src/cart.js:2"]);
  });

  it("checks the staged lines as they are staged", async () => {
    git(cwd, "add", ".");
    git(cwd, "commit", "-qm", "start");
    put("src/cart.js", "start();\nif (total == 0) stop();\nif (n == 1) go();\n");
    git(cwd, "add", ".");
    put("src/cart.js", "a == b;\n");
    expect(await found(["--staged"])).toEqual(["src/cart.js:3"]);
  });

  it("checks the lines that a range changes, as they are at its end", async () => {
    git(cwd, "add", ".");
    git(cwd, "commit", "-qm", "start");
    git(cwd, "checkout", "-qb", "work");
    put("src/cart.js", "start();\nif (total == 0) stop();\nif (n == 1) go();\n");
    put("src/ü new.js", "a == b;\n");
    git(cwd, "add", ".");
    git(cwd, "commit", "-qm", "work");
    put("src/cart.js", "nothing();\n");
    expect(await found(["--range", "main...HEAD"])).toEqual(["src/cart.js:3", "src/ü new.js:1"]);
    put("src/cart.js", "start();\nif (total == 0) stop();\na == b;\n");
    expect(await found(["--range", "main"])).toEqual(["src/cart.js:3", "src/ü new.js:1"]);
    expect(await check(["--range", "main...nowhere"])).toMatchObject({ code: 3 });
  });

  it("checks standard input as a file that need not exist", async () => {
    expect(await found(["--stdin", "--path", "new/a.ts"], "a == b;")).toEqual(["new/a.ts:1"]);
    expect(await check(["--stdin"], "")).toMatchObject({ code: 2 });
    expect(await check(["--stdin", "--path", "../a.ts"], "")).toMatchObject({ code: 2 });
  });

  it("fails on blocking checks, or on milder ones with --fail-on", async () => {
    putChecks(looseEquality({ state: "nudging" }));
    expect((await check([])).code).toBe(0);
    expect((await check(["--fail-on", "nudging"])).code).toBe(1);
    expect((await check(["--fail-on", "blocking"])).code).toBe(0);
    put("src/cart.js", "// emend-ignore: null and undefined\na == b;\n");
    const run = await check(["--fail-on", "watching"]);
    expect([run.code, run.stdout]).toEqual([0, "no hits in 3 files (1 check); 1 overridden by comments\n"]);
  });

  it("fixes what every example agrees on, and nothing else", async () => {
    put("src/more.js", "if (a == b) one();\n// emend-ignore: null and undefined\nif (c == d) two();\n");
    const run = await check(["--fix"]);
    expect([run.code, readFileSync(join(cwd, "src/cart.js"), "utf8")]).toEqual([
      0,
      "start();\nif (total === 0) stop();\n",
    ]);
    expect(run.stdout).toContain("2 fixed");
    expect(readFileSync(join(cwd, "src/more.js"), "utf8")).toBe(
      "if (a === b) one();\n// emend-ignore: null and undefined\nif (c == d) two();\n",
    );
    putChecks(looseEquality({ state: "blocking", may_fix: false }));
    put("src/cart.js", "a == b;\n");
    expect((await check(["--fix"])).code).toBe(1);
    expect(readFileSync(join(cwd, "src/cart.js"), "utf8")).toBe("a == b;\n");
  });

  it("never reads or writes through a link or outside the repository", async () => {
    const outside = folder();
    writeFileSync(join(outside, "a.js"), "a == b;\n");
    symlinkSync(join(outside, "a.js"), join(cwd, "link.js"));
    symlinkSync(outside, join(cwd, "linked"));
    git(cwd, "add", "link.js", "linked");
    expect(await found(["--fix"])).toEqual([]);
    expect(readFileSync(join(outside, "a.js"), "utf8")).toBe("a == b;\n");
    for (const path of ["link.js", "linked", "linked/a.js", join(outside, "a.js"), "../x", "missing.js"]) {
      const run = await check([path]);
      expect([path, run.code > 0, run.stdout]).toEqual([path, true, ""]);
    }
    expect(await found(["--staged"])).toEqual([]);
  });

  it.each(["sarif", "rdjson", "github", "gitlab", "jsonl"])("writes %s", async (format) => {
    const { stdout } = await check(["--format", format]);
    expect(
      stdout.replaceAll(/(?:ck|ru)_[0-9a-f]{32}/g, "id").replaceAll(/"version": "\d[^"]*"/g, ""),
    ).toMatchSnapshot();
  });

  it("works outside a repository", async () => {
    cwd = folder();
    putChecks(looseEquality());
    put("a.js", "a == b;\n");
    put("node_modules/b.js", "a == b;\n");
    expect(await found([])).toEqual(["a.js:1"]);
    expect(await check(["--staged"])).toMatchObject({ code: 3 });
  });

  it("refuses a file of checks that it does not understand", async () => {
    for (const text of ["", "[]", '{"schema":2,"checks":[]}', '{"schema":1,"checks":[{}]}']) {
      put("emend-checks.json", text);
      expect(await check([])).toMatchObject({ code: 2 });
    }
  });
});

describe("emend check with a store", () => {
  const STORE = ".emend/emend.db";
  let id: string;
  beforeEach(async () => {
    mkdirSync(join(cwd, ".emend"), { mode: 0o700 });
    put(".gitignore", ".emend/\ndist/\n");
    const store = await openSqliteStore({ file: join(cwd, STORE) });
    const emend = composeEmend(testPorts(store));
    id = (await runningCheck(emend, "blocking")).id;
    await emend.close();
  });
  const figures = async () => {
    const store = await openSqliteStore({ file: join(cwd, STORE) });
    const known = (await store.checks.figures([id])).get(id);
    await store.close();
    return known;
  };

  it("runs its checks and reports what they find", async () => {
    put("src/more.js", "a == b; // emend-ignore: null as well\n");
    expect((await check(["--no-report"])).code).toBe(1);
    expect(await figures()).toBeUndefined();
    expect((await check([])).code).toBe(1);
    expect(await figures()).toMatchObject({ files: 2, fired: 2, overridden: 1, caught: 0 });
    const { stdout } = await check(["--fix", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      fixed: 1,
      hits: [{ path: "src/more.js" }],
      verdict: { passes: true },
    });
  });

  it("runs checks of rules for one agent, too, unless another agent is named", async () => {
    const store = await openSqliteStore({ file: join(cwd, STORE) });
    const emend = composeEmend(testPorts(store));
    const [rule] = await store.rules.inForce();
    await emend.rules.modify(rule!.id, { by: person("ana"), version: 1, agents: ["rio"] });
    for (const name of ["ana", "ben"])
      await emend.rules.decide(rule!.id, { type: "approve", by: person(name), version: 2 });
    await emend.close();
    expect((await check(["src", "--agent", "kim"])).code).toBe(0);
    expect((await check(["src", "--agent", "rio"])).code).toBe(1);
    expect((await check(["src"])).code).toBe(1);
  });

  it("exports its checks for machines without it", async () => {
    const { stdout } = await runCli(["checks", "export"], { cwd });
    const other = folder();
    writeFileSync(join(other, "emend-checks.json"), stdout);
    writeFileSync(join(other, "a.js"), "a == b;\n");
    expect((await runCli(["check"], { cwd: other })).stdout).toContain("a.js:1:1  blocking");
  });
});
