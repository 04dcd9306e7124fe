import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { beforeEach, describe, expect, it } from "vitest";
import { git } from "../../../test/git-ledger.ts";
import { runCli } from "../../../test/run-cli.ts";

let cwd: string;

function put(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

const lint = (...args: readonly string[]) => runCli(["rules", "lint", ...args], { cwd, env: { HOME: cwd } });

interface Found {
  readonly kind: string;
  readonly file: string;
  readonly line: number;
}

const found = async (...args: readonly string[]): Promise<readonly string[]> =>
  (JSON.parse((await lint(...args, "--json")).stdout) as { findings: readonly Found[] }).findings.map(
    ({ kind, file, line }) => `${kind} ${file}:${line}`,
  );

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "emend-lint-"));
  git(cwd, "init", "-q", "-b", "main");
  put("package.json", '{"scripts": {"test": "vitest"}}');
  put(".gitignore", "src/generated/\n*.local.ts\n");
  put("src/app.ts", "start();\n");
});

describe("emend rules lint", () => {
  it("says what is wrong, where, and what to do", async () => {
    put(
      "AGENTS.md",
      "# Shop\n- Run `npm run lint` first.\n- Pages are in `src/pages.ts`.\n- Write clean code.\n",
    );
    const run = await lint();
    expect(run.code).toBe(1);
    expect(run.stdout).toMatchInlineSnapshot(`
      "AGENTS.md:2  warning  stale-command
        No package.json here has a script \`lint\`, so \`npm run lint\` fails. Correct the command, or delete
        the line.
      AGENTS.md:3  warning  stale-path
        \`src/pages.ts\` does not exist in this repository. Correct it, or delete the line.
      AGENTS.md:4  info  vague
        "Write clean code." names nothing that an agent could check. Say what to do, or delete the line.
      note: no corrections are recorded, so lines were not compared with them; see emend learn --record

      2 warnings, 1 info in 1 file
      cost: 28 tokens in every session, 2,800 a month (100 sessions, an assumption: set --sessions)
      "
    `);
  });

  it("finds nothing to say about a repository without such files", async () => {
    expect(await lint()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        "no instruction file here: no AGENTS.md, CLAUDE.md, .cursor/rules or the like\n",
      ) as string,
    });
  });

  it("leaves what git ignores, whether it is there or not", async () => {
    put("AGENTS.md", "- The types are in `src/generated/types.ts`, the settings in `src/env.local.ts`.\n");
    expect(await found()).toEqual([]);
  });

  it("leaves globs for what git ignores", async () => {
    put(".claude/rules/types.md", '---\npaths:\n  - "**/generated/**"\n---\n- Never edit these.\n');
    expect(await found()).toEqual(["stale-path .claude/rules/types.md:2"]);
    put(".gitignore", "generated/\n");
    expect(await found()).toEqual([]);
  });

  it("checks the files that are named, whatever they are called", async () => {
    put("AGENTS.md", "- Run `npm run lint` first.\n");
    put("docs/rules.md", "- Run `npm run build` first.\n");
    expect(await found("docs/rules.md")).toEqual(["stale-command docs/rules.md:1"]);
    expect(await found("docs")).toEqual([]);
    expect((await lint("none.md")).code).toBe(3);
  });

  it("fails on the severity that is asked for, and skips kinds", async () => {
    put("AGENTS.md", "- Write clean code.\n");
    expect((await lint()).code).toBe(0);
    expect((await lint("--fail-on", "info")).code).toBe(1);
    expect((await lint("--fail-on", "info", "--skip", "vague")).code).toBe(0);
    put("AGENTS.md", "- Run `npm run lint` first.\n");
    expect((await lint("--fail-on", "error")).code).toBe(0);
    expect((await lint("--fail-on", "never")).code).toBe(0);
    expect(await lint("--skip", "typo")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--skip: expected one of duplicate") as string,
    });
  });

  it("is overridden by a comment with a reason", async () => {
    put(
      "AGENTS.md",
      "- Run `npm run lint` first. <!-- emend-ignore[stale-command]: the template defines it -->\n",
    );
    const run = await lint();
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("no findings in 1 file; 1 overridden by comments") as string,
    });
  });

  it("prints valid SARIF whose fingerprints do not move with the lines", async () => {
    put("AGENTS.md", "- Run `npm run lint` first.\n- Run\u200b it.\n");
    const sarif = async () =>
      JSON.parse((await lint("--format", "sarif", "--sarif-upload", "api")).stdout) as {
        runs: [{ results: { ruleId: string; level: string; partialFingerprints: object }[] }];
      };
    const first = await sarif();
    const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
    addFormats.default(ajv);
    const schema = new URL("../../../test/fixtures/sarif-schema/sarif-schema-2.1.0.json", import.meta.url);
    const validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
    validate(first);
    expect(validate.errors).toBeNull();
    expect(first.runs[0].results.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual([
      "stale-command warning",
      "hidden-characters error",
    ]);
    put("AGENTS.md", "# Title\n\n- Run `npm run lint` first.\n\n- Run\u200b it.\n");
    const prints = (log: typeof first): unknown =>
      log.runs[0].results.map(({ partialFingerprints }) => partialFingerprints);
    expect(prints(await sarif())).toEqual(prints(first));
  });

  it("shows fixes as a diff with their reasons, and writes them only if asked", async () => {
    const text = "- Run the tests before you push.\n- b\n- Run the tests before you push.\n";
    put("AGENTS.md", text);
    const shown = await lint("--fix");
    expect(shown).toMatchObject({ code: 1 });
    expect(shown.stdout).toBe(
      "# AGENTS.md:3: line 1 says the same\n--- a/AGENTS.md\n+++ b/AGENTS.md\n@@ -1,3 +1,2 @@\n - Run the tests before you push.\n - b\n-- Run the tests before you push.\n",
    );
    expect(readFileSync(join(cwd, "AGENTS.md"), "utf8")).toBe(text);
    expect(await lint("--fix", "--write")).toMatchObject({ code: 0, stderr: "emend: changed 1 file\n" });
    expect(readFileSync(join(cwd, "AGENTS.md"), "utf8")).toBe("- Run the tests before you push.\n- b\n");
    expect((await lint("--write")).code).toBe(2);
  });

  it("says what files and lines cost, for a number of sessions", async () => {
    put("AGENTS.md", `- ${"word ".repeat(40)}\n- b\n`);
    put(".cursor/rules/a.mdc", "---\nglobs: src/**\n---\n- Use tabs.\n");
    const run = await lint("--cost", "--sessions", "200");
    expect(run.stdout).toMatch(/cost: (\d+) tokens in every session, [\d,]+ a month \(200 sessions\)\n/);
    expect(run.stdout).toContain("AGENTS.md\n");
    expect(run.stdout).toContain(".cursor/rules/a.mdc  (not in every session)\n");
    expect(run.stdout).toContain("AGENTS.md:1\n");
    expect((await lint("--sessions", "many")).code).toBe(2);
  });
});

describe("files that somebody else wrote", () => {
  it("reads nothing outside of the repository", async () => {
    const outside = mkdtempSync(join(tmpdir(), "emend-outside-"));
    writeFileSync(join(outside, "secret.md"), "- Run `npm run secret` first.\n");
    put("CLAUDE.md", `@${outside}/secret.md\n@~/secret.md\n@../secret.md\n`);
    symlinkSync(join(outside, "secret.md"), join(cwd, "AGENTS.md"));
    symlinkSync(outside, join(cwd, ".claude"));
    const run = await lint();
    expect(run.stdout).not.toContain("npm run secret");
    expect(run.stdout).toContain("note: AGENTS.md: AGENTS.md is outside the repository");
    expect(run.stdout).toContain(
      "which is not in this repository: it is personal or missing for others, and was not read",
    );
  });

  it("reads two names of one file once", async () => {
    put("AGENTS.md", "- Run `npm run lint` first.\n");
    symlinkSync("AGENTS.md", join(cwd, "CLAUDE.md"));
    expect(await found()).toEqual(["stale-command AGENTS.md:1"]);
  });

  it("prints nothing that could control a terminal", async () => {
    put("AGENTS.md", "- Run `npm run \u001b[31mlint` and \u001b]0;x\u0007 `src/a\u202eb.ts`.\n\u001b[2J\n");
    const { stdout } = await lint();
    // oxlint-disable-next-line no-control-regex -- what is looked for
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  it("follows imports in circles, and not for ever", async () => {
    put("CLAUDE.md", "@docs/a.md\n");
    put("docs/a.md", "@b.md\n- Run `npm run lint` first.\n");
    put("docs/b.md", "@a.md\n@../CLAUDE.md\n- Run `npm run build` first.\n");
    expect(await found()).toEqual(["stale-command docs/a.md:2", "stale-command docs/b.md:3"]);
  });
});
