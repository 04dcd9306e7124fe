import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  folder,
  jsonOf,
  look,
  moveTo,
  plant,
  run,
  textOf,
  top,
  type Tree,
  useInitProject,
  openRules,
} from "../../../test/init-project.ts";
import { jsoncFile } from "../../../test/jsonc-file.ts";
import { ProjectFileError } from "../../drivers/files/project-files.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import { ExternalError } from "../../ports/errors.ts";
import { SETUP_PARTS } from "../../core/setup/setup-parts.ts";
import { INIT_PORTS, type InitPorts } from "./init-ports.ts";

useInitProject();

/** Files of which some cannot be written: the disk is full, or they are read-only. */
const failing =
  (fails: (path: string, text: string) => boolean): InitPorts["openFiles"] =>
  async (io) => {
    const files = await INIT_PORTS.openFiles(io);
    const write: ProjectFiles["write"] = async (path, text, before, options) => {
      // As the driver does: folders come first.
      if (!path.startsWith(".emend/")) mkdirSync(dirname(join(io.cwd, path)), { recursive: true });
      if (fails(path, text)) throw new ProjectFileError("file_failed", `${path} could not be used (ENOSPC)`);
      await files.write(path, text, before, options);
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
    await expect(run(["--yes"], { openFiles, openRules })).rejects.toThrow(ExternalError);
    expect(look()).toEqual(before);
  });

  it("and the rest cannot be taken back either: undo does it later", async () => {
    plant(TREE);
    const before = look();
    const isOld = (text: string): boolean => text === "# Hi\r\n";
    const openFiles = failing((path, text) => path === ".gitignore" || isOld(text));
    await expect(run(["--yes"], { openFiles, openRules })).rejects.toMatchObject({
      code: "setup_partial",
      message: expect.stringContaining("CLAUDE.md had already changed") as string,
    });
    expect(textOf("CLAUDE.md")).toContain("emend:begin");
    await run(["--undo", "--yes"]);
    expect(look()).toEqual(before);
  });

  it("and the process dies at any point: undo gives back what was there", async () => {
    for (let steps = 0; steps < 8; steps += 1) {
      const at = mkdtempSync(join(top, "killed-"));
      moveTo(at);
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
      await expect(run(["--yes"], { openFiles, openRules })).rejects.toThrow("killed");
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
    expect(Object.keys(look())).toEqual([
      ".cursor",
      ".cursor/mine",
      ".emend",
      ".emend/.gitignore",
      ".emend/emend.db",
    ]);
  });

  it("keeps settings that a person changed, says so, and is done once they are gone", async () => {
    await run(["--yes"]);
    writeFileSync(join(folder, "emend.yaml"), "agent: rio\n");
    const { code, stderr } = await run(["--undo", "--yes"]);
    expect([code, stderr]).toEqual([
      1,
      "emend: not changed: emend.yaml: it was changed since; delete it by hand if you do not need it [changed_since]\n",
    ]);
    expect(Object.keys(look())).toEqual([".emend", ".emend/init.json", "emend.yaml"]);
    rmSync(join(folder, "emend.yaml"));
    expect((await run(["--undo", "--yes"])).stdout).toBe(
      "nothing to undo: everything it added is already gone\n",
    );
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
    await run(["--yes"], { openRules });
    writeFileSync(join(folder, "AGENTS.md"), textOf("AGENTS.md").replace("every file", "any file"));
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
    ".codex/hooks.json": maybe(jsoncFile),
    ".codex/config.toml": maybe(
      fc.constantFrom("", 'model = "x"', "[mcp_servers.mine]\r\ncommand = 'y'\r\n", "a = 1\n\n\n"),
    ),
    ".gemini/settings.json": maybe(jsoncFile),
    "opencode.jsonc": maybe(jsoncFile),
    ".amp/settings.json": maybe(jsoncFile),
    ".zed/settings.json": maybe(jsoncFile),
    ".vscode/mcp.json": maybe(jsoncFile),
    ".windsurf/hooks.json": maybe(jsoncFile),
    ".aider.conf.yml": maybe(fc.constantFrom("", "model: x", "# a\r\nread: [AGENTS.md]\r\n", "dark: true\n")),
    ".clinerules/mine.md": maybe(text),
  });
  const folders = fc.subarray([".claude", ".cursor", ".github/workflows", ".emend"]);
  const parts = fc.option(fc.subarray([...SETUP_PARTS], { minLength: 1 }));

  it("give back the tree, to the byte", async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(tree, folders, parts, fc.boolean(), async (files, made, named, hasRules) => {
        const ports = hasRules ? { openRules } : {};
        moveTo(join(top, `tree-${(number += 1)}`));
        plant({ ".git": null, ...Object.fromEntries(made.map((path) => [path, null])) });
        for (const [path, content] of Object.entries(files)) {
          if (content !== undefined) plant({ [path]: content });
        }
        const before = look();
        const args = named === null ? [] : ["--for", named.join(",")];
        const first = await run([...args, "--yes"], ports);
        const after = look();
        expect(after[".emend/init.json"] === undefined).toBe(first.stdout.startsWith("nothing"));
        const second = await run([...args, "--yes"], ports);
        expect(second.stdout).toMatch(/^nothing/);
        expect(look()).toEqual(after);
        await run(["--undo", "--yes"]);
        // What lies in .emend stays, and from now on by itself out of git.
        const { [".emend/.gitignore"]: ignore, ...others } = look();
        expect(others).toEqual(before);
        expect(ignore === undefined).toBe(!existsSync(join(folder, ".emend")));
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 40 },
    );
  });
});
