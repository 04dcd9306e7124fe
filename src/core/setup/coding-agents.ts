import type { TargetName } from "../inject/targets.ts";
import {
  claudeHooks,
  codexHooks,
  copilotHooks,
  cursorHooks,
  geminiSections,
  mcpServers,
  windsurfHooks,
} from "./hook-settings.ts";
import { clineHook, CLINE_EVENTS } from "./cline-hook.ts";
import { opencodePlugin } from "./opencode-plugin.ts";
import type { SetupCommand } from "./setup-command.ts";
import type { WantedFile } from "./wanted-file.ts";

/** The coding agents that `emend init` sets up. */
export const AGENT_NAMES = [
  "claude-code",
  "cursor",
  "codex",
  "gemini",
  "opencode",
  "copilot",
  "windsurf",
  "cline",
  "amp",
  "zed",
  "aider",
] as const;

export type AgentName = (typeof AGENT_NAMES)[number];

interface CodingAgent {
  readonly title: string;
  /** Files that show that a repository is used with it. */
  readonly markers: readonly string[];
  /** Its program, whose name on the PATH shows that it is installed. */
  readonly program?: string;
  /** Its rule files: `always` if it is named, `ifPresent` if they are in use. */
  readonly targets: { readonly always: readonly TargetName[]; readonly ifPresent: readonly TargetName[] };
  readonly files: (command: SetupCommand) => readonly WantedFile[];
  /** What only the user can do, in the agent or in their own settings. */
  readonly byHand?: (command: SetupCommand) => string;
}

const server = ([program, ...args]: SetupCommand) => ({ command: program, args: [...args, "mcp"] });

const AGENTS_FILE = { always: ["agents"], ifPresent: [] } as const;

export const CODING_AGENTS: Readonly<Record<AgentName, CodingAgent>> = {
  "claude-code": {
    title: "Claude Code",
    markers: [".claude", "CLAUDE.md"],
    program: "claude",
    targets: { always: ["claude"], ifPresent: ["claude-rules", "skill"] },
    files: (command) => [
      { path: ".claude/settings.json", sections: claudeHooks(command) },
      { path: ".mcp.json", sections: mcpServers(command) },
    ],
  },
  cursor: {
    title: "Cursor",
    markers: [".cursor", ".cursorrules"],
    program: "cursor-agent",
    targets: { always: ["cursor"], ifPresent: [] },
    files: (command) => [
      { path: ".cursor/hooks.json", sections: cursorHooks(command) },
      { path: ".cursor/mcp.json", sections: mcpServers(command) },
    ],
  },
  codex: {
    title: "Codex",
    markers: [".codex"],
    program: "codex",
    targets: AGENTS_FILE,
    files: (command) => [
      { path: ".codex/hooks.json", sections: codexHooks(command) },
      { path: ".codex/config.toml", table: "mcp_servers.emend", values: server(command) },
    ],
    byHand: () =>
      "Codex ignores a project's hooks and MCP servers until you trust the project and accept the hooks: start codex here, and accept them in /hooks",
  },
  gemini: {
    title: "Gemini CLI",
    markers: [".gemini", "GEMINI.md"],
    program: "gemini",
    targets: { always: ["agents"], ifPresent: ["gemini"] },
    files: (command) => [
      { path: ".gemini/settings.json", sections: (text) => geminiSections(command, text) },
    ],
    byHand: () =>
      "Gemini CLI ignores a project's hooks until you trust its folder: start gemini here, and trust it",
  },
  opencode: {
    title: "OpenCode",
    markers: [".opencode", "opencode.json", "opencode.jsonc"],
    program: "opencode",
    targets: AGENTS_FILE,
    files: (command) => [
      { path: ".opencode/plugin/emend.js", whole: opencodePlugin(command) },
      {
        path: "opencode.json",
        or: ["opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"],
        sections: {
          $schema: "https://opencode.ai/config.json",
          mcp: { emend: { type: "local", command: [...command, "mcp"], enabled: true } },
        },
      },
    ],
  },
  copilot: {
    title: "GitHub Copilot",
    markers: [".github/copilot-instructions.md", ".github/instructions", ".github/hooks"],
    program: "copilot",
    targets: { always: ["copilot"], ifPresent: ["copilot-paths"] },
    files: (command) => [
      { path: ".github/hooks/emend.json", whole: `${JSON.stringify(copilotHooks(command), null, 2)}\n` },
      { path: ".github/mcp.json", sections: mcpServers(command) },
      { path: ".vscode/mcp.json", sections: { servers: { emend: server(command) } } },
    ],
  },
  windsurf: {
    title: "Windsurf",
    markers: [".windsurf", ".windsurfrules"],
    targets: { always: ["windsurf"], ifPresent: [] },
    files: (command) => [{ path: ".windsurf/hooks.json", sections: windsurfHooks(command) }],
    byHand: (command) =>
      `Windsurf keeps MCP servers in ~/.codeium/windsurf/mcp_config.json; add ${JSON.stringify(mcpServers(command))}`,
  },
  cline: {
    title: "Cline",
    markers: [".clinerules"],
    targets: { always: ["cline"], ifPresent: [] },
    files: (command) =>
      CLINE_EVENTS.map((event) => ({
        path: `.clinerules/hooks/${event}`,
        whole: clineHook(command),
        executable: true,
      })),
    byHand: (command) =>
      `Cline keeps MCP servers in its own settings; in its panel choose MCP Servers, Configure, and add ${JSON.stringify(mcpServers(command))}`,
  },
  amp: {
    title: "Amp",
    markers: [".amp", "AGENT.md"],
    program: "amp",
    targets: AGENTS_FILE,
    files: (command) => [
      { path: ".amp/settings.json", sections: { "amp.mcpServers": { emend: server(command) } } },
    ],
  },
  zed: {
    title: "Zed",
    markers: [".zed", ".rules"],
    targets: { always: ["agents"], ifPresent: ["zed"] },
    files: (command) => [
      { path: ".zed/settings.json", sections: { context_servers: { emend: server(command) } } },
    ],
  },
  aider: {
    title: "aider",
    markers: [".aider.conf.yml", ".aiderignore"],
    program: "aider",
    targets: AGENTS_FILE,
    files: () => [{ path: ".aider.conf.yml", readEntry: "AGENTS.md" }],
  },
};

export const isAgentName = (name: string): name is AgentName =>
  (AGENT_NAMES as readonly string[]).includes(name);

export const titleOf = (name: AgentName): string => CODING_AGENTS[name].title;
