import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CliRun } from "../../../test/run-cli.ts";
import { runCommand } from "../../../test/run-command.ts";
import { person, proposing, ruleAfter, WRITER } from "../../../test/examples/example-rule.ts";
import type { Rule } from "../../core/rule/rule.ts";
import { findRoot } from "../../drivers/files/find-root.ts";
import { createProjectFiles } from "../../drivers/files/project-files.ts";
import { addInject } from "./inject.ts";

const APPROVED = ["ada", "ben"].map((name) => ({ type: "approve", version: 1, by: person(name) }) as const);
const forAll = ruleAfter(
  proposing(WRITER, { text: "Close every file.", scope: { agents: [], paths: [] } }),
  ...APPROVED,
);
const forRio = ruleAfter(
  proposing(WRITER, { text: "Say what was tested.", scope: { agents: ["rio\u001b[31m"], paths: [] } }),
  ...APPROVED,
);

let folder = "";
let rules: readonly Rule[] = [];
let opened = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-inject-"));
  mkdirSync(join(folder, ".git"));
  rules = [forAll];
  opened = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]): Promise<CliRun> =>
  runCommand(
    (program, context) =>
      addInject(program, context, {
        openRules: async () => {
          opened += 1;
          return {
            rules: { inForce: async () => rules },
            trials: { assignments: async () => [] },
            checks: { hookRuns: async () => [], running: async () => [] },
            close: async () => {
              opened -= 1;
            },
          };
        },
        openFiles: async ({ cwd }) => createProjectFiles({ root: findRoot(cwd) }),
      }),
    ["inject", ...args],
    { cwd: folder },
  );

const agentsFile = (): string => readFileSync(join(folder, "AGENTS.md"), "utf8");

describe("emend inject", () => {
  it("writes AGENTS.md if there are no rule files, and nothing the second time", async () => {
    expect(await run()).toEqual({ code: 0, stdout: "created   AGENTS.md (1 rule)\n", stderr: "" });
    expect(agentsFile()).toContain("- Close every file.");
    expect(await run()).toEqual({ code: 0, stdout: "unchanged AGENTS.md (1 rule)\n", stderr: "" });
    expect(opened).toBe(0);
  });

  it("fails a check that a file does not pass, and names it", async () => {
    expect(await run("--check", "agents", "cursor")).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "emend: target cursor: 1 rule is only in AGENTS.md, which cursor reads, too
      ",
        "stdout": "would be created AGENTS.md (1 rule)
      ",
      }
    `);
    expect(existsSync(join(folder, "AGENTS.md"))).toBe(false);
    await run("agents", "cursor");
    expect((await run("--check")).code).toBe(0);
  });

  it("shows a diff, and writes nothing", async () => {
    writeFileSync(join(folder, "AGENTS.md"), "# Mine\n");
    expect(await run("--diff")).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "--- a/AGENTS.md
      +++ b/AGENTS.md
      @@ -1,1 +1,12 @@
       # Mine
      +<!-- emend:begin -->
      +
      +## Learned Rules (from feedback)
      +
      +Your team approved these rules after correcting earlier work. Follow them unless your user asks for something else. \`emend inject\` keeps them here.
      +
      +Work this way:
      +
      +- Close every file.
      +
      +<!-- emend:end -->
      ",
      }
    `);
    expect(agentsFile()).toBe("# Mine\n");
    expect((await run("--diff", "--check")).code).toBe(1);
  });

  it("takes everything out again, without a store", async () => {
    writeFileSync(join(folder, "AGENTS.md"), "# Mine");
    await run("agents", "cursor");
    opened = 7;
    expect((await run("--remove")).stdout).toMatchInlineSnapshot(`
      "updated   AGENTS.md
      "
    `);
    expect(opened).toBe(7);
    expect(agentsFile()).toBe("# Mine");
    expect((await run("--remove")).stdout).toBe("unchanged AGENTS.md\n");
  });

  it("says that there is nothing to write", async () => {
    rules = [];
    expect(await run()).toEqual({ code: 0, stdout: "nothing to write\n", stderr: "" });
  });

  it("says whose rules were left out, and takes them when named", async () => {
    rules = [forRio];
    const { stderr } = await run();
    expect(stderr).toMatchInlineSnapshot(`
      "emend: target agents: 1 rule is for other agents (rio\\u001b[31m); use --agent to choose whose rules to write
      "
    `);
    expect((await run("--agent", "rio\u001b[31m")).stdout).toBe("created   AGENTS.md (1 rule)\n");
  });

  it("says what a file has no room for", async () => {
    writeFileSync(join(folder, "AGENTS.md"), "x".repeat(40_000));
    const { code, stdout, stderr } = await run();
    expect([code, stdout]).toEqual([0, "unchanged AGENTS.md\n"]);
    expect(stderr).toMatchInlineSnapshot(`
      "emend: 1 rule withheld from AGENTS.md: Codex reads 32 KiB of AGENTS.md (ru_0ecfb593b80186c7cc4de638e0edb451)
      "
    `);
  });

  it("prints JSON", async () => {
    const { stdout } = await run("--json");
    expect(JSON.parse(stdout)).toEqual({
      targets: ["agents"],
      written: true,
      files: [{ target: "agents", path: "AGENTS.md", change: "created", rules: 1 }],
      withheld: [],
      problems: [],
      notes: [],
    });
  });

  it("writes every target with --all", async () => {
    expect((await run("--all")).stdout).toMatchInlineSnapshot(`
      "created   AGENTS.md (1 rule)
      created   CLAUDE.md (1 rule)
      created   .github/copilot-instructions.md (1 rule)
      created   GEMINI.md (1 rule)
      created   .rules (1 rule)
      created   .claude/skills/emend-rules/SKILL.md (1 rule)
      "
    `);
  });

  it("leaves a broken block alone, and says what to do", async () => {
    writeFileSync(join(folder, "AGENTS.md"), "<!-- emend:begin -->\n");
    expect(await run()).toMatchInlineSnapshot(`
      {
        "code": 3,
        "stderr": "emend: AGENTS.md: the block that starts on line 1 has no end; add <!-- emend:end --> on its own line after it, outside code fences, or delete the begin marker [block_unclosed]
      emend: nothing was written
      ",
        "stdout": "",
      }
    `);
    expect(agentsFile()).toBe("<!-- emend:begin -->\n");
  });

  it("overwrites what is not ours only with --force", async () => {
    mkdirSync(join(folder, ".cursor", "rules"), { recursive: true });
    writeFileSync(join(folder, ".cursor", "rules", "emend.mdc"), "mine\n");
    expect(await run("cursor")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("[file_not_ours]") as string,
    });
    expect((await run("cursor", "--force")).stdout).toBe("updated   .cursor/rules/emend.mdc (1 rule)\n");
  });

  it.each([
    { args: ["emacs"], error: "unknown_target" },
    { args: ["agents", "--all"], error: "conflicting_targets" },
    { args: ["--agent", " "], error: "invalid_agent" },
  ])("refuses $args: $error", async ({ args, error }) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(`[${error}]`);
  });
});
