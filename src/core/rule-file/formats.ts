/** A kind of file that coding agents read as instructions. */
export interface RuleFormat {
  readonly name: RuleFormatName;
  /** For people: "Cursor rule". */
  readonly title: string;
  /** Agents that read it, as named in records; empty for all. */
  readonly agents: readonly string[];
  /** When its text is in an agent's context. */
  readonly loads: "always" | "by-front-matter" | "on-demand";
}

export type RuleFormatName =
  | "agents"
  | "claude"
  | "claude-rules"
  | "cursor"
  | "cursor-legacy"
  | "copilot"
  | "copilot-paths"
  | "windsurf"
  | "windsurf-legacy"
  | "gemini"
  | "cline"
  | "skill"
  | "markdown";

const format = (
  name: RuleFormatName,
  title: string,
  agents: readonly string[],
  loads: RuleFormat["loads"] = "always",
): RuleFormat => ({ name, title, agents, loads });

export const RULE_FORMATS: Readonly<Record<RuleFormatName, RuleFormat>> = {
  agents: format("agents", "AGENTS.md", []),
  claude: format("claude", "CLAUDE.md", ["claude-code"]),
  "claude-rules": format("claude-rules", "Claude rule", ["claude-code"], "by-front-matter"),
  cursor: format("cursor", "Cursor rule", ["cursor"], "by-front-matter"),
  "cursor-legacy": format("cursor-legacy", ".cursorrules", ["cursor"]),
  copilot: format("copilot", "Copilot instructions", ["copilot"]),
  "copilot-paths": format("copilot-paths", "Copilot path instructions", ["copilot"], "by-front-matter"),
  windsurf: format("windsurf", "Windsurf rule", ["windsurf"], "by-front-matter"),
  "windsurf-legacy": format("windsurf-legacy", ".windsurfrules", ["windsurf"]),
  gemini: format("gemini", "GEMINI.md", ["gemini-cli"]),
  cline: format("cline", "Cline rule", ["cline"], "by-front-matter"),
  skill: format("skill", "skill", [], "on-demand"),
  markdown: format("markdown", "Markdown", []),
};

/** The first pattern that fits decides. Each is from the root or from the folder that the file is for. */
const PATHS: readonly (readonly [RegExp, RuleFormatName])[] = [
  [/(?:^|\/)AGENTS(?:\.override)?\.md$/, "agents"],
  [/(?:^|\/)(?:\.claude\/)?CLAUDE\.md$/, "claude"],
  [/(?:^|\/)\.claude\/rules\/(?:[^/]{1,200}\/){0,8}[^/]{1,200}\.md$/, "claude-rules"],
  [/(?:^|\/)\.cursor\/rules\/(?:[^/]{1,200}\/){0,8}[^/]{1,200}\.mdc?$/, "cursor"],
  [/(?:^|\/)\.cursorrules$/, "cursor-legacy"],
  [/^\.github\/copilot-instructions\.md$/, "copilot"],
  [/^\.github\/instructions\/(?:[^/]{1,200}\/){0,8}[^/]{1,200}\.instructions\.md$/, "copilot-paths"],
  [/(?:^|\/)\.windsurf\/rules\/(?:[^/]{1,200}\/){0,8}[^/]{1,200}\.md$/, "windsurf"],
  [/(?:^|\/)\.windsurfrules$/, "windsurf-legacy"],
  [/(?:^|\/)GEMINI\.md$/, "gemini"],
  [/(?:^|\/)\.clinerules(?:\/(?:[^/]{1,200}\/){0,8}[^/]{1,200}\.(?:md|txt))?$/, "cline"],
  [/(?:^|\/)\.(?:claude|agents|github|cursor|codex)\/skills\/(?:[^/]{1,200}\/){1,8}SKILL\.md$/, "skill"],
];

/** Undefined for files that no agent reads by itself. */
export function formatOfPath(path: string): RuleFormat | undefined {
  if (path.length > MAX_PATH || isBrought(path)) return undefined;
  const name = PATHS.find(([pattern]) => pattern.test(path))?.[1];
  return name === undefined ? undefined : RULE_FORMATS[name];
}

const MAX_PATH = 2_000;

/** Copies, examples and what a skill brings along: agents at work here do not load them. */
const isBrought = (path: string): boolean =>
  /(?:^|\/)(?:backups?|archived?|fixtures?|__fixtures__|testdata|test-data|templates?|examples?|samples?|vendor|third_party|node_modules)\//i.test(
    path,
  ) ||
  (/(?:^|\/)skills?\//.test(path) && !path.endsWith("/SKILL.md")) ||
  /(?:^|\/)README\.md$/i.test(path);

/** The folder that a file is for; empty for the root. */
export function folderOf(path: string): string {
  const own = path.replace(
    /(?:^|\/)\.(?:claude|agents|cursor|codex|github|windsurf|clinerules)(?:\/.*)?$/s,
    "",
  );
  return own === path ? path.slice(0, Math.max(0, path.lastIndexOf("/"))) : own;
}
