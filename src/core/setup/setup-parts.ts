import type { TargetName } from "../inject/targets.ts";

export const SETUP_PARTS = ["claude-code", "cursor", "codex", "copilot", "ci"] as const;

/** An agent or system that a repository is set up for. */
export type SetupPart = (typeof SETUP_PARTS)[number];

export const isSetupPart = (name: string): name is SetupPart =>
  (SETUP_PARTS as readonly string[]).includes(name);

/** Files that show that something is in use. */
export const SETUP_MARKERS: Readonly<Record<SetupPart, readonly string[]>> = {
  "claude-code": [".claude", "CLAUDE.md"],
  cursor: [".cursor"],
  codex: ["AGENTS.md"],
  copilot: [".github/copilot-instructions.md", ".github/instructions"],
  ci: [".github"],
};

/** Rule files by part: `always` are always written, `ifPresent` only if they are already in use. */
export const SETUP_TARGETS: Readonly<
  Record<SetupPart, { readonly always: readonly TargetName[]; readonly ifPresent: readonly TargetName[] }>
> = {
  "claude-code": { always: ["claude"], ifPresent: ["claude-rules", "skill"] },
  cursor: { always: ["cursor"], ifPresent: [] },
  codex: { always: ["agents"], ifPresent: [] },
  copilot: { always: ["copilot"], ifPresent: ["copilot-paths"] },
  ci: { always: [], ifPresent: [] },
};

/** Most agents read AGENTS.md, so it is the default. */
export const DEFAULT_PART: SetupPart = "codex";
