import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ruleFromCode } from "../../../test/corrected-rule.ts";
import { person } from "../../../test/examples/example-rule.ts";
import { git } from "../../../test/git-ledger.ts";
import { runCli } from "../../../test/run-cli.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend } from "../../compose.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";

let cwd: string;
let rule = "";
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
};
const run = (...args: readonly string[]) => runCli([...args], { cwd });

/** What `eslint --format json` prints. */
const eslint = (...places: readonly (readonly [path: string, rule: string, line: number])[]): string =>
  JSON.stringify(
    places.map(([path, ruleId, line]) => ({
      filePath: path.startsWith("/") ? path : join(cwd, path),
      messages: [{ ruleId, severity: 2, message: "Missing radix parameter.", line, column: 9 }],
      errorCount: 1,
    })),
  );

beforeEach(async () => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "emend-results-")));
  git(cwd, "init", "-q", "-b", "main");
  mkdirSync(join(cwd, ".emend"), { mode: 0o700 });
  put(".gitignore", ".emend/\n*.json\n");
  put(
    "src/cart.js",
    "start();\n  use(parseInt(text));\nparseInt(b); // emend-ignore: the caller checks it\n",
  );
  const store = await openSqliteStore({ file: join(cwd, ".emend/emend.db") });
  const emend = composeEmend(testPorts(store));
  rule = (await ruleFromCode(emend)).id;
  await emend.close();
});

/** The id of a check of linters' rules that watches. */
async function watching(...lint: readonly string[]): Promise<string> {
  const drafted = await run("checks", "draft", rule, "--json", ...lint.flatMap((one) => ["--lint", one]));
  expect(drafted.stderr).toBe("");
  const { check_id } = JSON.parse(drafted.stdout).check;
  expect((await run("checks", "watch", check_id, "--as", "ana")).code).toBe(0);
  return check_id;
}

describe("emend check --results", () => {
  it("counts what a linter reported as hits of the check that names its rule", async () => {
    const id = await watching("eslint/radix", "oxlint/eslint/radix");
    put(
      "report.json",
      eslint(
        ["src/cart.js", "radix", 2],
        ["src/cart.js", "radix", 3],
        ["src/cart.js", "no-undef", 2],
        ["/elsewhere/src/cart.js", "radix", 2],
        ["src/cart.js", "radix", 99],
      ),
    );
    const { stdout, stderr, code } = await run("check", "--results", "report.json", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).hits).toMatchObject([
      { path: "src/cart.js", line: 2, column: 3, code: "  use(parseInt(text));", check_id: id },
      { path: "src/cart.js", line: 3, ignored: "the caller checks it" },
    ]);
    expect(stderr).toContain("2 results left out");
    const figures = JSON.parse((await run("checks", "show", id, "--json")).stdout);
    expect(figures).toMatchObject({
      check: { kind: "lint", linters: [{ tool: "eslint", rule: "radix" }, { tool: "oxlint" }] },
      figures: { fired: 2, overridden: 1, wrong: 0 },
    });
    const { items } = JSON.parse((await run("checks", "hits", id, "--verdict", "none", "--json")).stdout);
    expect((await run("checks", "judge", items[0].id, "wrong", "--as", "ana")).code).toBe(0);
    expect(JSON.parse((await run("checks", "show", id, "--json")).stdout).figures).toMatchObject({
      wrong: 1,
    });
  });

  it("reports one hit for a line that two linters report, and none outside the change", async () => {
    const id = await watching("eslint/radix", "ruff/X1");
    git(cwd, "add", "--all");
    git(cwd, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one");
    put("src/cart.js", "start();\n  use(parseInt(text));\nparseInt(c);\n");
    put("a.json", eslint(["src/cart.js", "radix", 2], ["src/cart.js", "radix", 3]));
    put(
      "b.json",
      JSON.stringify([
        { code: "X1", filename: join(cwd, "src/cart.js"), location: { row: 3, column: 1 }, message: "x" },
      ]),
    );
    const found = async (...args: readonly string[]) =>
      JSON.parse(
        (await run("check", ...args, "--results", "a.json", "--results", "b.json", "--json")).stdout,
      ).hits.map(({ line, check_id }: { line: number; check_id: string }) => [line, check_id]);
    expect(await found()).toEqual([
      [2, id],
      [3, id],
    ]);
    expect(await found("--range", "HEAD")).toEqual([[3, id]]);
  });

  it("runs nothing over code by itself, and refuses what is no report", async () => {
    await watching("eslint/radix");
    expect((await run("check", "--json")).stdout).toContain('"hits": []');
    put("bad.json", "no report at all");
    const bad = await run("check", "--results", "bad.json");
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining("no report of a linter")]);
    const wrong = await run("checks", "draft", rule, "--lint", "eslint");
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--lint")]);
  });

  it("needs the same approvals as any other check before it may nudge", async () => {
    const id = await watching("eslint/radix");
    const nudge = await run("checks", "nudge", id, "--as", person("ana").id);
    expect([nudge.code, nudge.stderr]).toEqual([1, expect.stringContaining("approve")]);
  });
});
