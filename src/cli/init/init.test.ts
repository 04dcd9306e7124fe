import { chmodSync, existsSync, lstatSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  folder,
  PORTS,
  look,
  plant,
  openRules,
  run,
  textOf,
  type Tree,
  useInitProject,
} from "../../../test/init-project.ts";
import { runCommand } from "../../../test/run-command.ts";
import { addInit } from "./init.ts";

const CLAUDE_FILES = [".claude/settings.json", ".mcp.json"];
const CURSOR_FILES = [".cursor/hooks.json", ".cursor/mcp.json"];
const CODEX_FILES = [".codex/config.toml", ".codex/hooks.json"];
const COPILOT_FILES = [".github/hooks/emend.json", ".github/mcp.json", ".vscode/mcp.json"];
const ALWAYS = ["emend.yaml", ".gitignore"];

useInitProject();

describe("emend init, by what is in the repository", () => {
  it.each<{ why: string; tree: Tree; args?: readonly string[]; files: readonly string[] }>([
    { why: "nothing", tree: {}, files: ALWAYS },
    { why: "a folder for Claude Code", tree: { ".claude": null }, files: [...CLAUDE_FILES, ...ALWAYS] },
    {
      why: "a file for Claude Code",
      tree: { "CLAUDE.md": "# Hi\n" },
      files: [...CLAUDE_FILES, ...ALWAYS],
    },
    {
      why: "a file for Claude Code that loads AGENTS.md",
      tree: { "CLAUDE.md": "@AGENTS.md\n", "AGENTS.md": "# Hi\n" },
      files: [...CLAUDE_FILES, ...ALWAYS],
    },
    { why: "Cursor", tree: { ".cursor/rules/a.mdc": "x" }, files: [...CURSOR_FILES, ...ALWAYS] },
    {
      why: "GitHub alone: somebody is going to work here",
      tree: { ".github": null },
      files: [".github/workflows/emend.yml", ...ALWAYS],
    },
    {
      why: "Copilot",
      tree: { ".github/copilot-instructions.md": "Hi" },
      files: [...COPILOT_FILES, ".github/workflows/emend.yml", ...ALWAYS],
    },
    {
      why: "settings and the ignored folder are there",
      tree: { "emend.yaml": "agent: rio\n", ".gitignore": ".emend\n", ".aider.conf.yml": "model: x\n" },
      files: [".aider.conf.yml"],
    },
    {
      why: "named parts, and none else",
      tree: { ".cursor": null, ".github": null },
      args: ["--for", "claude-code, codex"],
      files: [...CODEX_FILES, ...CLAUDE_FILES, ...ALWAYS],
    },
    {
      why: "everything named",
      tree: {},
      args: ["--for", "claude-code,cursor,codex,copilot,ci"],
      files: [
        ...CODEX_FILES,
        ...COPILOT_FILES,
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
    expect(again).toEqual({
      code: 0,
      stdout: "nothing to do: everything is already set up\n",
      stderr: again.stderr,
    });
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
      "package.json": '{"devDependencies": {"emend": "file:emend.tgz"}}\n',
    });
    const { code, stdout, stderr } = await run([]);
    expect([code, stderr]).toEqual([0, "emend: nothing was written; to write it, run it again with --yes\n"]);
    expect(stdout).toMatchInlineSnapshot(`
      "--- /dev/null
      +++ b/emend.yaml
      @@ -0,0 +1,13 @@
      +# Emend settings for this repository; \`emend config\` shows the values in use and where they come from.
      +# Every key can also be set in the environment, as in EMEND_STORE; secrets belong there or in a file.
      +
      +# The agent that works here. If there are several, leave it out: each hook knows its own.
      +agent: claude-code
      +
      +# The store: a file, which is ignored by git, or the address of a PostgreSQL database.
      +# store: .emend/emend.db
      +
      +# rules:
      +#   approvers: 2          # number of different people who must approve a rule
      +#   rules_per_agent: 20   # maximum number of rules in a prompt
      +#   token_budget: 1500    # maximum number of tokens for them
      --- a/.claude/settings.json
      +++ b/.claude/settings.json
      @@ -1,6 +1,78 @@
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
      +        "matcher": "Bash|Edit|Write|MultiEdit",
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
      +    ],
      +    "SubagentStart": [
      +      {
      +        "hooks": [
      +          {
      +            "type": "command",
      +            "command": "\\"$CLAUDE_PROJECT_DIR/node_modules/.bin/emend\\" hook claude-code"
      +          }
      +        ]
      +      }
      +    ],
      +    "PreCompact": [
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
      @@ -0,0 +1,13 @@
      +{
      +  "mcpServers": {
      +    "emend": {
      +      "command": "npx",
      +      "args": [
      +        "--no",
      +        "--",
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
    await run(["--yes"], { openRules });
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
    const before = look();
    await run(["--yes"], { openRules });
    expect(textOf("AGENTS.md")).toContain("- Close every file.");
    expect(existsSync(join(folder, ".cursor/rules")), "Cursor reads AGENTS.md, too").toBe(false);
    await run(["--undo", "--yes"]);
    expect(look()).toEqual(before);
  });

  it("does without rules that cannot be read, and says so", async () => {
    plant({ ".cursor": null });
    const { code, stderr } = await run(["--yes"], { openRules: async () => "the server is away" });
    expect([code, stderr]).toEqual([
      0,
      "emend: rules could not be read (the server is away); `emend inject` writes them later\n",
    ]);
  });
});
