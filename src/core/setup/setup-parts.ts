import type { TargetName } from "../inject/targets.ts";

export const SETUP_PARTS = ["claude-code", "cursor", "codex", "copilot", "ci"] as const;

/** Whom a repository is set up for. */
export type SetupPart = (typeof SETUP_PARTS)[number];

export const isSetupPart = (name: string): name is SetupPart =>
  (SETUP_PARTS as readonly string[]).includes(name);

/** What in a repository shows that somebody works with it. */
export const SETUP_SIGNS: Readonly<Record<SetupPart, readonly string[]>> = {
  "claude-code": [".claude", "CLAUDE.md"],
  cursor: [".cursor"],
  codex: ["AGENTS.md"],
  copilot: [".github/copilot-instructions.md", ".github/instructions"],
  ci: [".github"],
};

/** Where rules go for whom; `anyway` is written when the part is named, the others where their sign is there. */
export const SETUP_TARGETS: Readonly<
  Record<SetupPart, { readonly anyway: readonly TargetName[]; readonly ifThere: readonly TargetName[] }>
> = {
  "claude-code": { anyway: ["claude"], ifThere: ["claude-rules", "skill"] },
  cursor: { anyway: ["cursor"], ifThere: [] },
  codex: { anyway: ["agents"], ifThere: [] },
  copilot: { anyway: ["copilot"], ifThere: ["copilot-paths"] },
  ci: { anyway: [], ifThere: [] },
};

/** AGENTS.md is read by most agents, so it is what a repository without signs of any gets. */
export const DEFAULT_PART: SetupPart = "codex";
