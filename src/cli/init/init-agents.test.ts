import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { AGENT_NAMES, type AgentName } from "../../core/setup/coding-agents.ts";
import {
  folder,
  jsonOf,
  look,
  plant,
  run,
  textOf,
  type Tree,
  useInitProject,
} from "../../../test/init-project.ts";

useInitProject();

/** Settings as people have them: other entries, comments, their own layout. */
const SETTINGS: Readonly<Record<AgentName, Tree>> = {
  "claude-code": { ".claude/settings.json": '{ "model": "opus" }\n' },
  cursor: { ".cursor/mcp.json": '{"mcpServers":{"db":{"command":"db"}}}' },
  codex: {
    ".codex/config.toml": '# ours\nmodel = "gpt-5"\n\n[mcp_servers.db]\ncommand = "db"\n',
    ".codex/hooks.json": '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}\n',
  },
  gemini: { ".gemini/settings.json": '{\n  // ours\n  "context": { "fileName": ["NOTES.md"] }\n}\n' },
  opencode: { "opencode.jsonc": '{\n  "model": "x/y", // ours\n}\n' },
  copilot: {
    ".github/copilot-instructions.md": "# Ours\n",
    ".vscode/mcp.json": '{\n\t"servers": {},\n\t"inputs": []\n}\n',
  },
  windsurf: { ".windsurf/hooks.json": '{"hooks": {"pre_write_code": [{"command": "mine"}]}}\n' },
  cline: { ".clinerules/mine.md": "Be kind.\n" },
  amp: { ".amp/settings.json": '{\n  "amp.permissions": []\n}\n' },
  zed: { ".zed/settings.json": '// ours\n{ "tab_size": 2 }\n' },
  aider: { ".aider.conf.yml": "# ours\nmodel: x\n" },
};

describe("emend init for each agent", () => {
  it.each(AGENT_NAMES)(
    "%s: finds it, adds to its own settings, and takes that back to the byte",
    async (name) => {
      plant(SETTINGS[name]);
      const before = look();
      const first = JSON.parse((await run(["--yes", "--json"])).stdout) as { parts: string[] };
      expect(first.parts.filter((part) => part !== "ci")).toEqual([name]);
      const after = look();
      const unchanged = Object.keys(SETTINGS[name]).filter((path) => after[path] === before[path]);
      expect(unchanged.filter((path) => !path.endsWith(".md"))).toEqual([]);
      expect((await run(["--yes"])).stdout).toBe("nothing to do: everything is already set up\n");
      expect(look()).toEqual(after);
      expect((await run(["--undo", "--yes"])).code).toBe(0);
      expect(look()).toEqual(before);
    },
  );

  it.each(AGENT_NAMES)("%s: takes back only its own in files that were edited since", async (name) => {
    plant(SETTINGS[name]);
    await run(["--yes"]);
    for (const path of Object.keys(SETTINGS[name])) {
      const text = textOf(path);
      const comment = /\.(?:toml|yml)$/.test(path) ? "# mine\n" : path.endsWith(".md") ? "\nMine.\n" : "\n";
      writeFileSync(join(folder, path), text + comment);
    }
    const { code, stderr } = await run(["--undo", "--yes"]);
    expect([code, stderr]).toEqual([0, ""]);
    for (const path of Object.keys(SETTINGS[name])) expect(textOf(path)).not.toMatch(/emend|AGENTS\.md/);
  });

  it("writes Codex's hooks and its MCP server", async () => {
    plant(SETTINGS.codex);
    await run(["--yes"]);
    expect(textOf(".codex/config.toml")).toBe(
      `${SETTINGS.codex[".codex/config.toml"]}\n[mcp_servers.emend]\ncommand = "emend"\nargs = ["mcp"]\n`,
    );
    const { hooks } = jsonOf(".codex/hooks.json") as { hooks: Record<string, unknown[]> };
    expect(hooks["Stop"]).toHaveLength(2);
    expect(JSON.stringify(hooks["SessionStart"])).toContain("emend hook codex");
  });

  it("lets Gemini CLI read AGENTS.md beside what it reads", async () => {
    plant(SETTINGS.gemini);
    await run(["--yes"]);
    expect(textOf(".gemini/settings.json")).toContain('"fileName": ["NOTES.md", "AGENTS.md"]');
    await run(["--undo", "--yes"]);
    plant({ ".gemini/settings.json": "{}" });
    await run(["--yes"]);
    expect(jsonOf(".gemini/settings.json")).toMatchObject({
      context: { fileName: ["AGENTS.md", "GEMINI.md"] },
      mcpServers: { emend: { command: "emend", args: ["mcp"] } },
    });
    await run(["--undo", "--yes"]);
    plant({ ".gemini/settings.json": '{"context": {"fileName": "NOTES.md"}}' });
    await run(["--yes"]);
    expect(textOf(".gemini/settings.json"), "a single name stays").toContain('"fileName": "NOTES.md"');
  });

  it("writes each MCP server in the form of its agent", async () => {
    await run(["--for", AGENT_NAMES.join(","), "--yes"]);
    const server = { command: "emend", args: ["mcp"] };
    for (const path of [".mcp.json", ".cursor/mcp.json", ".gemini/settings.json", ".github/mcp.json"]) {
      expect(jsonOf(path)).toMatchObject({ mcpServers: { emend: server } });
    }
    expect(jsonOf(".vscode/mcp.json")).toEqual({ servers: { emend: server } });
    expect(jsonOf(".zed/settings.json")).toEqual({ context_servers: { emend: server } });
    expect(jsonOf(".amp/settings.json")).toEqual({ "amp.mcpServers": { emend: server } });
    expect(jsonOf("opencode.json")).toMatchObject({
      mcp: { emend: { type: "local", command: ["emend", "mcp"], enabled: true } },
    });
    expect(parse(textOf(".aider.conf.yml"))).toEqual({ read: ["AGENTS.md"] });
  });

  it("writes Cline's hooks as programs that never fail", async () => {
    await run(["--for", "cline", "--command", "/gone/emend", "--yes"]);
    const place = join(folder, ".clinerules/hooks/PreToolUse");
    expect(statSync(place).mode & 0o111).toBe(0o111);
    expect(textOf(".clinerules/hooks/PreToolUse")).toContain("/gone/emend hook cline || echo");
  });

  it("says what it cannot write because it is in the user's own settings", async () => {
    const { stderr } = await run(["--for", "windsurf,cline", "--yes"]);
    expect(stderr).toContain("Windsurf keeps MCP servers in ~/.codeium/windsurf/mcp_config.json; add {");
    expect(stderr).toContain("Cline keeps MCP servers in its own settings");
  });

  it("leaves settings alone that it cannot add to, and prints what to add", async () => {
    plant({ ".codex/config.toml": "mcp_servers = {}\n", ".aider.conf.yml": "read: NOTES.md\n" });
    const { code, stderr } = await run(["--for", "codex,aider", "--yes"]);
    expect(code).toBe(1);
    expect(stderr).toContain('[toml_shape]; add this by hand:\n  [mcp_servers.emend]\n  command = "emend"');
    expect(stderr).toContain("[yaml_shape]; add this by hand:\n  read:\n    - AGENTS.md");
  });
});
