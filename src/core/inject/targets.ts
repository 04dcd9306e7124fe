import { CLAUDE_RULES_FORMAT } from "./claude-rules-format.ts";
import { COPILOT_PATHS_FORMAT } from "./copilot-paths-format.ts";
import { CURSOR_FORMAT } from "./cursor-format.ts";
import type { FileFormat } from "./file-format.ts";
import { CODEX_LIMIT, COPILOT_LIMIT, type FileLimit } from "./file-limit.ts";
import { SKILL_FORMAT } from "./skill-format.ts";

export const TARGET_NAMES = [
  "agents",
  "claude",
  "claude-rules",
  "cursor",
  "copilot",
  "copilot-paths",
  "skill",
] as const;

export type TargetName = (typeof TARGET_NAMES)[number];

interface TargetBase {
  /** It is a target by itself where this is there. */
  readonly sign: string;
  /** The agents that read it, as records name them. */
  readonly readers: readonly string[];
  /** The target that takes the rest where both are wanted: one rules for some paths, the other those for all. */
  readonly partner?: TargetName;
}

/** A file of the project's own, with a block of ours in it. */
export interface BlockTarget extends TargetBase {
  readonly kind: "block";
  readonly path: string;
  readonly limit?: FileLimit;
}

/** Files that are ours as a whole. */
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
    readers: ["codex", "claude-code", "cursor", "copilot"],
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
  cursor: { kind: "files", format: CURSOR_FORMAT, sign: ".cursor", readers: ["cursor"] },
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
  skill: {
    kind: "files",
    format: SKILL_FORMAT,
    sign: `${SKILL_FORMAT.folder}/SKILL.md`,
    readers: ["claude-code"],
  },
};

/** Where there is nothing yet. */
export const DEFAULT_TARGET: TargetName = "agents";

export const isTargetName = (name: string): name is TargetName =>
  (TARGET_NAMES as readonly string[]).includes(name);
