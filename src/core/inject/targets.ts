import { utf8Length } from "../text/utf8-length.ts";

/** How much of a file its readers accept. */
interface FileLimit {
  readonly most: number;
  readonly measure: (text: string) => number;
  /** The explanation for withheld rules. */
  readonly why: string;
}

const countLines = (text: string): number => text.split("\n").length;

/** Codex's limit for all files from the root down. */
const CODEX_LIMIT: FileLimit = {
  most: 32 * 1024,
  measure: utf8Length,
  why: "Codex reads 32 KiB of AGENTS.md",
};

/** The limit of Copilot's code review; other parts of Copilot read more. */
const COPILOT_LIMIT: FileLimit = {
  most: 4_000,
  measure: (text) => text.length,
  why: "Copilot's code review reads the first 4,000 characters of a file",
};

const CURSOR_LIMIT: FileLimit = {
  most: 499,
  measure: countLines,
  why: "a Cursor rule stays under 500 lines",
};
const SKILL_LIMIT: FileLimit = { most: 499, measure: countLines, why: "a skill stays under 500 lines" };

const WINDSURF_LIMIT: FileLimit = {
  most: 12_000,
  measure: (text) => text.length,
  why: "Windsurf reads 12,000 characters of a rule file",
};
const CLINE_LIMIT: FileLimit = { most: 499, measure: countLines, why: "a Cline rule stays under 500 lines" };

/** A recommendation: longer files are read, but followed less. */
export const CLAUDE_LINES = 200;
const CLAUDE_RULE_LIMIT: FileLimit = {
  most: CLAUDE_LINES,
  measure: countLines,
  why: "a rule file for Claude stays within 200 lines",
};

export const fits = (text: string, limit: FileLimit | undefined): boolean =>
  limit === undefined || limit.measure(text) <= limit.most;

/** Marks a file that is entirely ours. */
export const FILE_MARKER = "<!-- emend:file -->";

/** Whether a file is entirely ours; only such files are overwritten and removed. */
export const isManagedFile = (text: string): boolean => /^<!-- emend:file -->\r?$/m.test(text);

/** Uses the line endings of the existing file, which a checkout may have changed. */
export const withLineEndingsOf = (text: string, existing: string | null): string =>
  existing !== null && /^[^\n]{0,999}\r\n/.test(existing) ? text.replaceAll("\n", "\r\n") : text;

const isList = (value: FrontmatterValue): value is readonly string[] => Array.isArray(value);

const scalar = (value: Exclude<FrontmatterValue, readonly string[]>): string =>
  typeof value === "object" ? value.bare : typeof value === "string" ? JSON.stringify(value) : String(value);

/** Also its folder name: at most 64 lower-case letters, digits and single hyphens. */
export const SKILL_NAME = "emend-rules";

/** What an agent sees before it opens the skill; at most 1,024 characters. */
export const SKILL_DESCRIPTION =
  "Rules that people approved after feedback on earlier work in this repository. Use before writing, changing or reviewing code or documents here, so that mistakes already corrected are not made again.";

/** A skill is read on demand and not scoped to paths. */
const SKILL_FORMAT: FileFormat = {
  folder: `.claude/skills/${SKILL_NAME}`,
  isScoped: false,
  fileName: () => "SKILL.md",
  mayBeOurs: (name) => name === "SKILL.md",
  render: (_globs, body) =>
    [
      renderFrontmatter({ name: { bare: SKILL_NAME }, description: { bare: SKILL_DESCRIPTION } }),
      FILE_MARKER,
      "",
      `${body}\n`,
    ].join("\n"),
  limit: SKILL_LIMIT,
};

/**
 * Cursor rules. Cursor reads `globs:` literally: quotes, brackets and a space after a comma would be part of the
 * pattern.
 */
const CURSOR_FORMAT: FileFormat = {
  folder: ".cursor/rules",
  isScoped: true,
  fileName: (slug) => (slug === null ? "emend.mdc" : `emend-${slug}.mdc`),
  mayBeOurs: (name) => /^emend(?:-[a-z0-9-]{1,80})?\.mdc$/.test(name),
  render: (globs, body) =>
    [
      renderFrontmatter({
        description: { bare: "Rules learned from feedback on earlier work" },
        globs: { bare: (globs ?? []).join(",") },
        alwaysApply: globs === null,
      }),
      FILE_MARKER,
      "",
      `${body}\n`,
    ].join("\n"),
  limit: CURSOR_LIMIT,
};

/** Copilot's path-specific instructions: comma-separated globs. */
const COPILOT_PATHS_FORMAT: FileFormat = {
  folder: ".github/instructions",
  isScoped: true,
  fileName: (slug) => `emend-${slug ?? "everywhere"}.instructions.md`,
  mayBeOurs: (name) => /^emend-[a-z0-9-]{1,80}\.instructions\.md$/.test(name),
  render: (globs, body) =>
    [renderFrontmatter({ applyTo: (globs ?? ["**"]).join(",") }), FILE_MARKER, "", `${body}\n`].join("\n"),
  limit: COPILOT_LIMIT,
};

/** Claude rules; a file without `paths` is always read. */
const CLAUDE_RULES_FORMAT: FileFormat = {
  folder: ".claude/rules",
  isScoped: true,
  fileName: (slug) => `emend-${slug ?? "everywhere"}.md`,
  mayBeOurs: (name) => /^emend-[a-z0-9-]{1,80}\.md$/.test(name),
  render: (globs, body) =>
    [...(globs === null ? [] : [renderFrontmatter({ paths: globs })]), FILE_MARKER, "", `${body}\n`].join(
      "\n",
    ),
  limit: CLAUDE_RULE_LIMIT,
};

/** Windsurf rules, which it shows to the agent always or for certain files. */
const WINDSURF_FORMAT: FileFormat = {
  folder: ".windsurf/rules",
  isScoped: true,
  fileName: (slug) => (slug === null ? "emend.md" : `emend-${slug}.md`),
  mayBeOurs: (name) => /^emend(?:-[a-z0-9-]{1,80})?\.md$/.test(name),
  render: (globs, body) =>
    [
      renderFrontmatter({
        trigger: { bare: globs === null ? "always_on" : "glob" },
        ...(globs === null ? {} : { globs: { bare: globs.join(",") } }),
      }),
      FILE_MARKER,
      "",
      `${body}\n`,
    ].join("\n"),
  limit: WINDSURF_LIMIT,
};

/** Cline rules; a file without `paths` is always read. */
const CLINE_FORMAT: FileFormat = {
  folder: ".clinerules",
  isScoped: true,
  fileName: (slug) => (slug === null ? "emend.md" : `emend-${slug}.md`),
  mayBeOurs: (name) => /^emend(?:-[a-z0-9-]{1,80})?\.md$/.test(name),
  render: (globs, body) =>
    [...(globs === null ? [] : [renderFrontmatter({ paths: globs })]), FILE_MARKER, "", `${body}\n`].join(
      "\n",
    ),
  limit: CLINE_LIMIT,
};

export const TARGET_NAMES = [
  "agents",
  "claude",
  "claude-rules",
  "cursor",
  "copilot",
  "copilot-paths",
  "gemini",
  "windsurf",
  "cline",
  "zed",
  "skill",
] as const;

export type TargetName = (typeof TARGET_NAMES)[number];

interface TargetBase {
  /** The target is in use if this path exists. */
  readonly sign: string;
  /** Agents that read it, as named in records. */
  readonly readers: readonly string[];
  /** The target for the remaining rules if both are written: one has path-specific rules, the other the rest. */
  readonly partner?: TargetName;
  /** Its readers also read AGENTS.md, so what is there is not repeated here. */
  readonly readsAgents?: true;
}

/** A project file with a managed block. */
export interface BlockTarget extends TargetBase {
  readonly kind: "block";
  readonly path: string;
  readonly limit?: FileLimit;
}

/** Files that are entirely ours. */
export interface FilesTarget extends TargetBase {
  readonly kind: "files";
  readonly format: FileFormat;
}

export type Target = BlockTarget | FilesTarget;

const COPILOT_FILE = ".github/copilot-instructions.md";

export const TARGETS: Readonly<Record<TargetName, Target>> = {
  agents: {
    kind: "block",
    path: "AGENTS.md",
    sign: "AGENTS.md",
    readers: [
      "codex",
      "claude-code",
      "cursor",
      "copilot",
      "gemini",
      "opencode",
      "windsurf",
      "cline",
      "amp",
      "zed",
      "aider",
    ],
    limit: CODEX_LIMIT,
  },
  claude: {
    kind: "block",
    path: "CLAUDE.md",
    sign: "CLAUDE.md",
    readers: ["claude-code"],
    partner: "claude-rules",
  },
  "claude-rules": {
    kind: "files",
    format: CLAUDE_RULES_FORMAT,
    sign: ".claude/rules",
    readers: ["claude-code"],
    partner: "claude",
  },
  cursor: { kind: "files", format: CURSOR_FORMAT, sign: ".cursor", readers: ["cursor"], readsAgents: true },
  copilot: {
    kind: "block",
    path: COPILOT_FILE,
    sign: COPILOT_FILE,
    readers: ["copilot"],
    limit: COPILOT_LIMIT,
    partner: "copilot-paths",
  },
  "copilot-paths": {
    kind: "files",
    format: COPILOT_PATHS_FORMAT,
    sign: ".github/instructions",
    readers: ["copilot"],
    partner: "copilot",
  },
  gemini: { kind: "block", path: "GEMINI.md", sign: "GEMINI.md", readers: ["gemini"] },
  windsurf: {
    kind: "files",
    format: WINDSURF_FORMAT,
    sign: ".windsurf",
    readers: ["windsurf"],
    readsAgents: true,
  },
  cline: { kind: "files", format: CLINE_FORMAT, sign: ".clinerules", readers: ["cline"], readsAgents: true },
  // Zed reads the first rule file it finds, and this one before AGENTS.md.
  zed: { kind: "block", path: ".rules", sign: ".rules", readers: ["zed"] },
  skill: {
    kind: "files",
    format: SKILL_FORMAT,
    sign: `${SKILL_FORMAT.folder}/SKILL.md`,
    readers: ["claude-code"],
  },
};

export const DEFAULT_TARGET: TargetName = "agents";

export const isTargetName = (name: string): name is TargetName =>
  (TARGET_NAMES as readonly string[]).includes(name);

/** A format of files that are entirely ours. */
interface FileFormat {
  readonly folder: string;
  /** Whether files can be scoped to paths; otherwise the rules state them. */
  readonly isScoped: boolean;
  /** The file name for a slug of globs; null for all paths. */
  readonly fileName: (slug: string | null) => string;
  /** Whether a file name may be ours; the marker decides. */
  readonly mayBeOurs: (name: string) => boolean;
  /** Globs from `portableGlobs`; null for all paths. */
  readonly render: (globs: readonly string[] | null, body: string) => string;
  readonly limit: FileLimit;
}

type FrontmatterValue = string | boolean | readonly string[] | { readonly bare: string };

/**
 * Renders YAML front matter. Texts are double-quoted; bare ones are written as they are, for readers that take the
 * rest of the line.
 */
function renderFrontmatter(fields: Readonly<Record<string, FrontmatterValue>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    isList(value)
      ? [`${name}:`, ...value.map((each) => `  - ${JSON.stringify(each)}`)]
      : [`${name}: ${scalar(value)}`.trimEnd()],
  );
  return ["---", ...lines, "---", ""].join("\n");
}
