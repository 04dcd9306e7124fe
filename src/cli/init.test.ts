import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { jsoncFile } from "../../test/jsonc-file.ts";
import { aFinding, anAnswer } from "../../test/review-answer.ts";
import { type CliRun, runCli } from "../../test/run-cli.ts";
import { runCommand } from "../../test/run-command.ts";
import { ProjectFileError } from "../drivers/files/project-file-error.ts";
import type { ProjectFiles } from "../ports/project-files.ts";
import { person, proposing, ruleAfter, WRITER } from "../core/rule/example-rule.ts";
import { WorldError } from "../ports/world-error.ts";
import { addInit } from "./init.ts";
import { INIT_PORTS, type InitPorts } from "./init-ports.ts";

type Tree = Readonly<Record<string, string | null>>;

let top = "";
let folder = "";

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "emend-init-"));
  folder = join(top, "project");
  spawnSync("git", ["init", "--quiet", folder]);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** Writes files, and folders where the text is null. */
function plant(tree: Tree, at = folder): void {
  for (const [path, text] of Object.entries(tree)) {
    const place = join(at, path);
    mkdirSync(text === null ? place : dirname(place), { recursive: true });
    if (text !== null) writeFileSync(place, text);
  }
}

/** Every file, folder and link, with its mode and bytes, git's own aside. */
function look(at = folder): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(at, { recursive: true, encoding: "utf8" }).toSorted()) {
    if (path === ".git" || path.startsWith(".git/")) continue;
    const place = join(at, path);
    const stats = lstatSync(place);
    const mode = (stats.mode & 0o777).toString(8);
    if (stats.isSymbolicLink()) found[path] = `link ${readlinkSync(place)}`;
    else found[path] = stats.isDirectory() ? `folder ${mode}` : `${mode} ${readFileSync(place, "base64")}`;
  }
  return found;
}

const textOf = (path: string): string => readFileSync(join(folder, path), "utf8");
const jsonOf = (path: string): unknown => JSON.parse(textOf(path));

const PORTS: InitPorts = { ...INIT_PORTS, isOnPath: () => true };

const run = (args: readonly string[], ports: Partial<InitPorts> = {}, stdin?: Readable): Promise<CliRun> =>
  runCommand((program, context) => addInit(program, context, { ...PORTS, ...ports }), ["init", ...args], {
    cwd: folder,
    ...(stdin === undefined ? {} : { stdin }),
  });

const atTerminal = (answer: string): Readable =>
  Object.assign(Readable.from([Buffer.from(answer)]), { isTTY: true });

const CLAUDE_FILES = [".claude/settings.json", ".mcp.json"];
const CURSOR_FILES = [".cursor/hooks.json", ".cursor/mcp.json"];
const ALWAYS = ["emend.yaml", ".gitignore"];

describe("emend init, by what is in the repository", () => {
  it.each<{ why: string; tree: Tree; args?: readonly string[]; files: readonly string[] }>([
    { why: "nothing", tree: {}, files: ["AGENTS.md", ...ALWAYS] },
    { why: "a folder for Claude Code", tree: { ".claude": null }, files: [...CLAUDE_FILES, ...ALWAYS] },
    {
      why: "a file for Claude Code",
      tree: { "CLAUDE.md": "# Hi\n" },
      files: ["CLAUDE.md", ...CLAUDE_FILES, ...ALWAYS],
    },
    {
      why: "a file for Claude Code that loads AGENTS.md",
      tree: { "CLAUDE.md": "@AGENTS.md\n", "AGENTS.md": "# Hi\n" },
      files: ["AGENTS.md", ...CLAUDE_FILES, ...ALWAYS],
    },
    { why: "Cursor", tree: { ".cursor/rules/a.mdc": "x" }, files: [...CURSOR_FILES, ...ALWAYS] },
    {
      why: "GitHub alone: somebody is going to work here",
      tree: { ".github": null },
      files: ["AGENTS.md", ".github/workflows/emend.yml", ...ALWAYS],
    },
    {
      why: "Copilot",
      tree: { ".github/copilot-instructions.md": "Hi" },
      files: [".github/copilot-instructions.md", ".github/workflows/emend.yml", ...ALWAYS],
    },
    {
      why: "settings and the ignored folder are there",
      tree: { "emend.yaml": "agent: rio\n", ".gitignore": ".emend\n" },
      files: ["AGENTS.md"],
    },
    {
      why: "named parts, and none else",
      tree: { ".cursor": null, ".github": null },
      args: ["--for", "claude-code, codex"],
      files: ["AGENTS.md", "CLAUDE.md", ...CLAUDE_FILES, ...ALWAYS],
    },
    {
      why: "everything named",
      tree: {},
      args: ["--for", "claude-code,cursor,codex,copilot,ci"],
      files: [
        "AGENTS.md",
        "CLAUDE.md",
        ".github/copilot-instructions.md",
        ...CLAUDE_FILES,
        ...CURSOR_FILES,
        ".github/workflows/emend.yml",
        ...ALWAYS,
      ],
    },
    {
      why: "the workflow besides",
      tree: { ".claude": null },
      args: ["--ci"],
      files: [...CLAUDE_FILES, ".github/workflows/emend.yml", ...ALWAYS],
    },
  ])("$why", async ({ tree, args = [], files }) => {
    plant(tree);
    const before = look();
    const done = JSON.parse((await run([...args, "--yes", "--json"])).stdout) as {
      written: boolean;
      files: { path: string }[];
    };
    expect(done.written).toBe(true);
    expect(done.files.map(({ path }) => path).toSorted()).toEqual(files.toSorted());
    const after = look();
    const again = await run([...args, "--yes"]);
    expect(again).toEqual({ code: 0, stdout: "nothing to do: everything is set up\n", stderr: again.stderr });
    expect(look()).toEqual(after);
    expect((await run(["--undo", "--yes"])).code).toBe(0);
    expect(look()).toEqual(before);
    expect((await run(["--undo"])).stdout).toBe("nothing to undo: there is no .emend/init.json\n");
  });

  it("shows the diff of a typical repository", async () => {
    plant({
      ".claude/settings.json":
        '{\n  "permissions": { "allow": ["Bash(npm test)"] }, // ours\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]\n  }\n}\n',
      "CLAUDE.md": "# Notes",
      ".gitignore": "dist/\n",
      "package.json": '{"devDependencies": {"emend": "^0.1.0"}}\n',
    });
    const { code, stdout, stderr } = await run([]);
    expect([code, stderr]).toEqual([0, "emend: nothing was written; run it again with --yes to write it\n"]);
    expect(stdout).toMatchInlineSnapshot(`
      "--- a/CLAUDE.md
      +++ b/CLAUDE.md
      @@ -1,1 +1,8 @@
      -# Notes
      \\ No newline at end of file
      +# Notes
      +<!-- emend:begin -->
      +
      +## Learned Rules (from feedback)
      +
      +No rule has been approved yet; once people approve some, \`emend inject\` writes them here.
      +
      +<!-- emend:end -->
      \\ No newline at end of file
      --- /dev/null
      +++ b/emend.yaml
      @@ -0,0 +1,13 @@
      +# Settings of Emend for this repository; \`emend config\` shows what holds and where it comes from.
      +# Every key can also be set in the environment, as in EMEND_STORE; secrets belong there or in a file.
      +
      +# The agent that works here. Where several do, leave it out: each hook knows its own.
      +agent: claude-code
      +
      +# Where everything is kept: a file, which is kept out of git, or the address of a PostgreSQL database.
      +# store: .emend/emend.db
      +
      +# rules:
      +#   approvers: 2          # distinct people who must approve a rule before agents are given it
      +#   rules_per_agent: 20   # rules that one prompt holds
      +#   token_budget: 1500    # tokens that they may cost
      --- a/.claude/settings.json
      +++ b/.claude/settings.json
      @@ -1,6 +1,58 @@
       {
         "permissions": { "allow": ["Bash(npm test)"] }, // ours
         "hooks": {
      -    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
      +    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }, { "hooks": [ { "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR/node_modules/.bin/emend\\" hook claude-code" } ] }],
      +    "SessionStart": [
      +      {
      +        "hooks": [
      +          {
      +            "type": "command",
      +            "command": "\\"$CLAUDE_PROJECT_DIR/node_modules/.bin/emend\\" hook claude-code"
      +          }
      +        ]
      +      }
      +    ],
      +    "UserPromptSubmit": [
      +      {
      +        "hooks": [
      +          {
      +            "type": "command",
      +            "command": "\\"$CLAUDE_PROJECT_DIR/node_modules/.bin/emend\\" hook claude-code"
      +          }
      +        ]
      +      }
      +    ],
      +    "PreToolUse": [
      +      {
      +        "matcher": "Edit|Write|MultiEdit|NotebookEdit",
      +        "hooks": [
      +          {
      +            "type": "command",
      +            "command": "\\"$CLAUDE_PROJECT_DIR/node_modules/.bin/emend\\" hook claude-code"
      +          }
      +        ]
      +      }
      +    ],
      +    "PostToolUse": [
      +      {
      +        "matcher": "Bash",
      +        "hooks": [
      +          {
      +            "type": "command",
      +            "command": "\\"$CLAUDE_PROJECT_DIR/node_modules/.bin/emend\\" hook claude-code"
      +          }
      +        ]
      +      }
      +    ],
      +    "PostToolUseFailure": [
      +      {
      +        "hooks": [
      +          {
      +            "type": "command",
      +            "command": "\\"$CLAUDE_PROJECT_DIR/node_modules/.bin/emend\\" hook claude-code"
      +          }
      +        ]
      +      }
      +    ]
         }
       }
      --- /dev/null
      +++ b/.mcp.json
      @@ -0,0 +1,11 @@
      +{
      +  "mcpServers": {
      +    "emend": {
      +      "command": "npx",
      +      "args": [
      +        "emend",
      +        "mcp"
      +      ]
      +    }
      +  }
      +}
      --- a/.gitignore
      +++ b/.gitignore
      @@ -1,1 +1,2 @@
       dist/
      +.emend/
      "
    `);
    expect(existsSync(join(folder, ".emend"))).toBe(false);
  });

  it("keeps the mode of a file, and follows a link inside", async () => {
    plant({ "AGENTS.md": "# Hi\n", ".gitignore": "x\n" });
    symlinkSync("AGENTS.md", join(folder, "CLAUDE.md"));
    chmodSync(join(folder, ".gitignore"), 0o640);
    await run(["--yes"]);
    expect(textOf("AGENTS.md").match(/emend:begin/g)).toHaveLength(1);
    expect(lstatSync(join(folder, "CLAUDE.md")).isSymbolicLink()).toBe(true);
    expect(statSync(join(folder, ".gitignore")).mode & 0o777).toBe(0o640);
  });

  it("works from a folder below", async () => {
    plant({ "src/a": null });
    const { code } = await runCommand(
      (program, context) => addInit(program, context, PORTS),
      ["init", "--yes"],
      {
        cwd: join(folder, "src/a"),
      },
    );
    expect([code, existsSync(join(folder, "emend.yaml"))]).toEqual([0, true]);
    expect(readdirSync(join(folder, "src/a"))).toEqual([]);
  });

  it("puts rules in force in at once", async () => {
    plant({ "AGENTS.md": "# Hi\n", ".cursor": null });
    const approved = ["ada", "ben"].map(
      (name) => ({ type: "approve", version: 1, by: person(name) }) as const,
    );
    const rule = ruleAfter(
      proposing(WRITER, { text: "Close every file.", scope: { agents: [], paths: [] } }),
      ...approved,
    );
    const openRules = async () => ({ rules: { inForce: async () => [rule] }, close: async () => undefined });
    const before = look();
    await run(["--yes"], { openRules });
    expect(textOf("AGENTS.md")).toContain("- Close every file.");
    expect(textOf(".cursor/rules/emend.mdc")).toContain("- Close every file.");
    await run(["--undo", "--yes"]);
    expect(look()).toEqual(before);
  });

  it("does without rules that cannot be read, and says so", async () => {
    const { code, stderr } = await run(["--yes"], { openRules: async () => "the server is away" });
    expect([code, stderr]).toEqual([
      0,
      "emend: rules could not be read (the server is away); `emend inject` writes them later\n",
    ]);
    expect(textOf("AGENTS.md")).toContain("No rule has been approved yet");
  });
});

describe("what emend init writes works", () => {
  it("a configuration that is read, with the agent", async () => {
    await run(["--for", "claude-code", "--yes"]);
    const { code, stdout } = await runCli(["config"], { cwd: folder });
    expect([code, stdout]).toEqual([0, expect.stringContaining("claude-code") as string]);
  });

  it.each([
    { why: "a name that YAML would read otherwise", args: ["--agent", "yes: # no"], agent: /yes: # no/ },
    {
      why: "several agents, each of which knows its name",
      args: ["--for", "cursor,claude-code"],
      agent: /^(?!.*(?:cursor|claude))/,
    },
  ])("$why", async ({ args, agent }) => {
    await run([...args, "--yes"]);
    const { stdout } = await runCli(["config"], { cwd: folder });
    const line = stdout.split("\n").find((each) => each.startsWith("agent:"));
    expect(line ?? "").toMatch(agent);
  });

  it("an MCP server that answers", async () => {
    await run(["--for", "claude-code,cursor", "--yes"]);
    const hello = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    };
    const stdin = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`;
    for (const path of [".mcp.json", ".cursor/mcp.json"]) {
      expect(jsonOf(path)).toEqual({ mcpServers: { emend: { command: "emend", args: ["mcp"] } } });
      const { mcpServers } = jsonOf(path) as { mcpServers: { emend: { args: string[] } } };
      const { code, stdout } = await runCli(mcpServers.emend.args, { cwd: folder, stdin });
      expect([code, JSON.parse(stdout)]).toMatchObject([
        0,
        { id: 1, result: { serverInfo: { name: "emend" } } },
      ]);
    }
  });

  it("hooks for the events, with the command that was chosen", async () => {
    await run(["--for", "claude-code,cursor", "--command", "npx -y emend", "--yes"]);
    const command = { type: "command", command: "npx -y emend hook claude-code" };
    const cursor = [{ command: "npx -y emend hook cursor" }];
    expect(jsonOf(".claude/settings.json")).toEqual({
      hooks: {
        SessionStart: [{ hooks: [command] }],
        UserPromptSubmit: [{ hooks: [command] }],
        PreToolUse: [{ matcher: "Edit|Write|MultiEdit|NotebookEdit", hooks: [command] }],
        PostToolUse: [{ matcher: "Bash", hooks: [command] }],
        PostToolUseFailure: [{ hooks: [command] }],
        Stop: [{ hooks: [command] }],
      },
    });
    expect(jsonOf(".cursor/hooks.json")).toEqual({
      version: 1,
      hooks: {
        sessionStart: cursor,
        beforeSubmitPrompt: cursor,
        preToolUse: cursor,
        postToolUse: cursor,
        postToolUseFailure: cursor,
        afterShellExecution: cursor,
        stop: cursor,
      },
    });
    expect(jsonOf(".mcp.json")).toEqual({
      mcpServers: { emend: { command: "npx", args: ["-y", "emend", "mcp"] } },
    });
    expect((await run(["--for", "claude-code,cursor", "--yes"])).stdout).toBe(
      "nothing to do: everything is set up\n",
    );
  });

  it("says when hooks would not find the command", async () => {
    const { stderr } = await run(["--for", "cursor,codex", "--yes"], { isOnPath: () => false });
    expect(stderr).toMatchInlineSnapshot(`
      "emend: emend is not on the PATH, so hooks would not find it; install it, or give --command "npx -y emend"
      emend: Codex keeps MCP servers in its own settings: codex mcp add emend -- emend mcp
      "
    `);
  });

  it("a workflow whose last step checks a review of the change", async () => {
    const git = (...args: readonly string[]): void => {
      const identity = ["-c", "user.name=ada", "-c", "user.email=ada@example.com"];
      expect(spawnSync("git", [...identity, ...args], { cwd: folder }).status).toBe(0);
    };
    plant({ "a.ts": "1\n" });
    git("add", ".");
    git("commit", "--quiet", "-m", "one");
    plant({ "a.ts": "2\n" });
    git("commit", "--quiet", "-am", "two");
    await run(["--for", "ci", "--yes"]);
    const { on, permissions, jobs } = parse(textOf(".github/workflows/emend.yml")) as {
      on: string;
      permissions: object;
      jobs: { review: { steps: { run?: string }[] } };
    };
    expect([on, permissions]).toEqual(["pull_request", { contents: "read" }]);
    const [, words = ""] = /^npx --yes emend@\S+ (.*)$/.exec(jobs.review.steps.at(-1)?.run ?? "") ?? [];
    const args = words.split(" ").map((word) => (word.startsWith('"') ? "HEAD~1...HEAD" : word));
    for (const { answer, code, told } of [
      { answer: anAnswer([aFinding({ file: "a.ts", line: 1 })]), code: 0, told: "file=a.ts" },
      { answer: anAnswer([aFinding({ file: "b.ts" })]), code: 0, told: "file_not_in_changed_files" },
      { answer: { findings: "none" }, code: 1, told: "" },
    ]) {
      plant({ "review.json": JSON.stringify(answer) });
      const done = await runCli(args, { cwd: folder });
      expect([done.code, done.stdout + done.stderr]).toEqual([code, expect.stringContaining(told) as string]);
    }
  });

  it("a folder of the store that git passes over", async () => {
    await run(["--yes"]);
    const { stdout } = spawnSync("git", ["status", "--porcelain"], { cwd: folder, encoding: "utf8" });
    expect(stdout).not.toContain(".emend");
  });
});

describe("emend init asks", () => {
  it.each([
    { answer: "y\n", written: true },
    { answer: "YES\n", written: true },
    { answer: "\n", written: false },
    { answer: "no\n", written: false },
    { answer: "", written: false },
  ])("$answer", async ({ answer, written }) => {
    const { code, stderr } = await run([], {}, atTerminal(answer));
    expect([code, existsSync(join(folder, "emend.yaml"))]).toEqual([0, written]);
    expect(stderr).toContain("Write these 3 files? [y/N] ");
    const undone = await run(["--undo"], {}, atTerminal("y\n"));
    expect([undone.code, readdirSync(folder)]).toEqual([0, [".git"]]);
  });

  it("writes nothing on a dry run, agreed to or not", async () => {
    expect((await run(["--dry-run", "--yes"])).stdout).toContain("+++ b/emend.yaml");
    expect(readdirSync(folder)).toEqual([".git"]);
    await run(["--yes"]);
    const before = look();
    expect((await run(["--undo", "--dry-run", "--yes"])).stdout).toContain("+++ /dev/null");
    expect(look()).toEqual(before);
  });

  it("shows nothing that could act on a terminal", async () => {
    plant({ ".gitignore": "a\u001b[31mb" });
    const { stdout } = await run([]);
    expect(stdout).toContain("a\\u001b[31mb");
    expect(stdout).not.toContain("\u001b");
  });

  it.each([
    { args: ["--for", "windsurf"], error: "unknown_part" },
    { args: ["--for", ""], error: "unknown_part" },
    { args: ["--agent", " "], error: "invalid_agent" },
    { args: ["--command", "emend; true"], error: "invalid_command" },
    { args: ["--undo", "--for", "cursor"], error: "conflicting_options" },
  ])("refuses $args: $error", async ({ args, error }) => {
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`[${error}]`) as string]);
    expect(readdirSync(folder)).toEqual([".git"]);
  });
});

describe("emend init leaves alone", () => {
  it("what it cannot read, and says what to put in by hand", async () => {
    plant({ ".claude/settings.json": '{"hooks": [}', ".mcp.json": '{"mcpServers": []}' });
    const { code, stderr } = await run(["--yes"]);
    expect(code).toBe(1);
    expect(textOf(".claude/settings.json")).toBe('{"hooks": [}');
    expect(stderr).toContain("left alone: .claude/settings.json: line 1: expected a value [json_invalid]");
    expect(stderr.slice(stderr.indexOf("emend: left alone: .mcp.json"))).toMatchInlineSnapshot(`
      "emend: left alone: .mcp.json: mcpServers is not an object [json_shape]; put this in by hand:
        {
          "mcpServers": {
            "emend": {
              "command": "emend",
              "args": [
                "mcp"
              ]
            }
          }
        }
      "
    `);
    expect(existsSync(join(folder, "emend.yaml"))).toBe(true);
    expect((await run(["--yes"])).code).toBe(1);
  });

  it.each<{ why: string; link: readonly [at: string, to: string]; code: string }>([
    { why: "a folder that is linked outwards", link: [".claude", "../outside"], code: "path_outside" },
    { why: "a file that is linked outwards", link: [".mcp.json", "../outside/x"], code: "path_outside" },
    { why: "a rule file that is linked outwards", link: ["CLAUDE.md", "../outside/x"], code: "path_outside" },
    { why: "a link that leads nowhere", link: ["AGENTS.md", "gone"], code: "link_broken" },
    { why: "a link into git's own folder", link: [".gitignore", ".git/info/exclude"], code: "path_outside" },
  ])("$why", async ({ link: [at, to], code }) => {
    plant({ "outside/x": "{}" }, top);
    symlinkSync(to, join(folder, at));
    const [before, outside] = [look(), look(join(top, "outside"))];
    const exclude = textOf(".git/info/exclude");
    const done = await run(["--for", "claude-code,codex", "--yes"]);
    expect([done.code, done.stderr]).toEqual([1, expect.stringContaining(`[${code}]`) as string]);
    expect(look(join(top, "outside"))).toEqual(outside);
    expect(textOf(".git/info/exclude")).toBe(exclude);
    expect((await run(["--undo", "--yes"])).code).toBe(0);
    expect(look()).toEqual(before);
  });

  it("bytes that are no text, and a block that is broken", async () => {
    plant({ "AGENTS.md": "<!-- emend:begin -->\n", ".claude": null });
    writeFileSync(join(folder, ".mcp.json"), Buffer.from([0xff, 0xfe]));
    const { code, stderr } = await run(["--yes"]);
    expect(code).toBe(1);
    expect(stderr).toContain("[not_text]");
    expect(stderr).toContain("[block_unclosed]");
    expect(textOf("AGENTS.md")).toBe("<!-- emend:begin -->\n");
  });
});

/** Files of which some cannot be written: the disk is full, or they are read-only. */
const failing =
  (fails: (path: string, text: string) => boolean): InitPorts["openFiles"] =>
  async (io) => {
    const files = await INIT_PORTS.openFiles(io);
    const write: ProjectFiles["write"] = async (path, text, before) => {
      // As the driver does: folders come first.
      if (!path.startsWith(".emend/")) mkdirSync(dirname(join(io.cwd, path)), { recursive: true });
      if (fails(path, text)) throw new ProjectFileError("file_failed", `${path} could not be used (ENOSPC)`);
      await files.write(path, text, before);
    };
    return { ...files, write };
  };

describe("when a file cannot be written", () => {
  const TREE: Tree = { ".gitignore": "x", "CLAUDE.md": "# Hi\r\n", ".cursor": null };

  it.each([
    "CLAUDE.md",
    "emend.yaml",
    ".claude/settings.json",
    ".cursor/mcp.json",
    ".gitignore",
    ".emend/init.json",
  ])("%s: everything is as it was", async (path) => {
    plant(TREE);
    const before = look();
    const openFiles = failing((each) => each === path);
    await expect(run(["--yes"], { openFiles })).rejects.toThrow(WorldError);
    expect(look()).toEqual(before);
  });

  it("and the rest cannot be taken back either: undo does it later", async () => {
    plant(TREE);
    const before = look();
    const isOld = (text: string): boolean => text === "# Hi\r\n";
    const openFiles = failing((path, text) => path === ".gitignore" || isOld(text));
    await expect(run(["--yes"], { openFiles })).rejects.toMatchObject({
      code: "setup_partial",
      message: expect.stringContaining("already changed are CLAUDE.md") as string,
    });
    expect(textOf("CLAUDE.md")).toContain("emend:begin");
    await run(["--undo", "--yes"]);
    expect(look()).toEqual(before);
  });

  it("and the process dies at any point: undo gives back what was there", async () => {
    for (let steps = 0; steps < 8; steps += 1) {
      const at = mkdtempSync(join(top, "killed-"));
      folder = at;
      plant({ ".git": null, ...TREE });
      const before = look();
      let left = steps;
      const openFiles: InitPorts["openFiles"] = async (io) => {
        const files = await INIT_PORTS.openFiles(io);
        const write: ProjectFiles["write"] = async (path, text, was) => {
          if ((left -= 1) < 0) throw new Error("killed");
          await files.write(path, text, was);
        };
        return { ...files, write };
      };
      await expect(run(["--yes"], { openFiles })).rejects.toThrow("killed");
      await run(["--undo", "--yes"]);
      expect(look()).toEqual(before);
    }
  });
});

describe("emend init --undo", () => {
  it("takes out only what is Emend's where files were changed since", async () => {
    plant({
      ".claude/settings.json": '{\n  "model": "opus"\n}\n',
      ".gitignore": "dist\n",
      "CLAUDE.md": "# Hi\n",
    });
    await run(["--yes"]);
    const settings = textOf(".claude/settings.json").replace('"opus"', '"sonnet"');
    plant({
      ".claude/settings.json": settings,
      ".gitignore": `${textOf(".gitignore")}out\n`,
      "CLAUDE.md": `${textOf("CLAUDE.md")}More.\n`,
      ".mcp.json": JSON.stringify({
        mcpServers: { ...(jsonOf(".mcp.json") as { mcpServers: object }).mcpServers, mine: {} },
      }),
    });
    expect((await run(["--undo", "--yes"])).code).toBe(0);
    expect(textOf(".claude/settings.json")).toBe('{\n  "model": "sonnet"\n}\n');
    expect(textOf(".gitignore")).toBe("dist\nout\n");
    expect(textOf("CLAUDE.md")).toBe("# Hi\nMore.\n");
    expect(jsonOf(".mcp.json")).toEqual({ mcpServers: { mine: {} } });
    expect(existsSync(join(folder, "emend.yaml"))).toBe(false);
  });

  it("removes a file of its own that says nothing else, and keeps a folder that others use", async () => {
    await run(["--for", "cursor", "--yes"]);
    writeFileSync(join(folder, ".cursor/hooks.json"), JSON.stringify(jsonOf(".cursor/hooks.json")));
    plant({ ".cursor/mine": "x", ".emend/emend.db": "x" });
    await run(["--undo", "--yes"]);
    expect(Object.keys(look())).toEqual([".cursor", ".cursor/mine", ".emend", ".emend/emend.db"]);
  });

  it("keeps settings that a person changed, says so, and is done once they are gone", async () => {
    await run(["--yes"]);
    writeFileSync(join(folder, "emend.yaml"), "agent: rio\n");
    const { code, stderr } = await run(["--undo", "--yes"]);
    expect([code, stderr]).toEqual([
      1,
      "emend: left alone: emend.yaml: it was changed since; delete it by hand if nobody needs it [changed_since]\n",
    ]);
    expect(Object.keys(look())).toEqual([".emend", ".emend/init.json", "emend.yaml"]);
    rmSync(join(folder, "emend.yaml"));
    expect((await run(["--undo", "--yes"])).stdout).toBe("nothing to undo: all of it is gone already\n");
    expect(look()).toEqual({});
  });

  it("takes back several runs, the last first", async () => {
    plant({ ".gitignore": "x" });
    const before = look();
    await run(["--for", "codex", "--yes"]);
    await run(["--for", "cursor", "--yes"]);
    writeFileSync(join(folder, ".cursor/hooks.json"), '{"version": 1, "hooks": {}}');
    await run(["--for", "cursor,claude-code,ci", "--yes"]);
    await run(["--undo", "--yes"]);
    expect(look()).toEqual(before);
  });

  it("takes back what `emend inject` wrote since", async () => {
    plant({ "AGENTS.md": "# Hi" });
    await run(["--yes"]);
    writeFileSync(join(folder, "AGENTS.md"), textOf("AGENTS.md").replace("No rule", "A rule"));
    await run(["--undo", "--yes"]);
    expect(textOf("AGENTS.md")).toBe("# Hi");
  });

  it.each([
    { why: "no JSON", record: "{" },
    { why: "another form", record: '{"version": 2}' },
    {
      why: "more than there can be",
      record: '{"version": 1, "folder_made": true, "changes": [{"path": ""}]}',
    },
  ])("refuses a record that is not its own: $why", async ({ record }) => {
    plant({ ".emend/init.json": record });
    await expect(run(["--undo", "--yes"])).rejects.toMatchObject({ code: "record_broken" });
    await expect(run(["--yes"])).rejects.toMatchObject({ code: "record_broken" });
    expect(Object.keys(look())).toEqual([".emend", ".emend/init.json"]);
  });

  it("touches no file that it never writes, whatever the record says", async () => {
    await run(["--yes"]);
    plant({ "src/main.ts": textOf("emend.yaml") });
    const record = textOf(".emend/init.json").replace('"emend.yaml"', '"src/main.ts"');
    plant({ ".emend/init.json": record });
    const { code, stderr } = await run(["--undo", "--yes"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("[record_wrong]") as string]);
    expect(existsSync(join(folder, "src/main.ts"))).toBe(true);
  });
});

describe("init and undo", () => {
  const text = fc
    .record({
      lines: fc.array(fc.constantFrom("# Rules", "", "text", "```", ".emend/", "@AGENTS.md", "x: [", "\tb"), {
        maxLength: 6,
      }),
      newline: fc.constantFrom("\n", "\r\n"),
      end: fc.boolean(),
    })
    .map(({ lines, newline, end }) => lines.join(newline) + (end ? newline : ""));
  const maybe = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> =>
    fc.option(arbitrary, { nil: undefined, freq: 2 });
  const tree = fc.record({
    ".claude/settings.json": maybe(jsoncFile),
    ".mcp.json": maybe(jsoncFile),
    ".cursor/hooks.json": maybe(jsoncFile),
    ".cursor/mcp.json": maybe(jsoncFile),
    "AGENTS.md": maybe(text),
    "CLAUDE.md": maybe(text),
    ".github/copilot-instructions.md": maybe(text),
    ".gitignore": maybe(text),
    ".cursor/rules/emend.mdc": maybe(text),
    ".emend/other": maybe(text),
    ".github/workflows/emend.yml": maybe(text),
  });
  const folders = fc.subarray([".claude", ".cursor", ".github/workflows", ".emend"]);
  const parts = fc.option(fc.subarray(["claude-code", "cursor", "codex", "copilot", "ci"], { minLength: 1 }));

  it("give back the tree, to the byte", async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(tree, folders, parts, async (files, made, named) => {
        folder = join(top, `tree-${(number += 1)}`);
        plant({ ".git": null, ...Object.fromEntries(made.map((path) => [path, null])) });
        for (const [path, content] of Object.entries(files)) {
          if (content !== undefined) plant({ [path]: content });
        }
        const before = look();
        const args = named === null ? [] : ["--for", named.join(",")];
        const first = await run([...args, "--yes"]);
        const after = look();
        expect(after[".emend/init.json"] === undefined).toBe(first.stdout.startsWith("nothing"));
        const second = await run([...args, "--yes"]);
        expect(second.stdout).toMatch(/^nothing/);
        expect(look()).toEqual(after);
        await run(["--undo", "--yes"]);
        expect(look()).toEqual(before);
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 40 },
    );
  });
});
