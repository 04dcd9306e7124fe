import { AGENT_NAMES, type AgentName, CODING_AGENTS } from "./coding-agents.ts";

export const SETUP_PARTS = [...AGENT_NAMES, "ci"] as const;

/** An agent or system that a repository is set up for. */
export type SetupPart = AgentName | "ci";

export const isSetupPart = (name: string): name is SetupPart =>
  (SETUP_PARTS as readonly string[]).includes(name);

/** Files that show that something is in use. */
export const markersOf = (part: SetupPart): readonly string[] =>
  part === "ci" ? [".github"] : CODING_AGENTS[part].markers;
