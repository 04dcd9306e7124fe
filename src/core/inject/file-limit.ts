import { utf8Length } from "../text/utf8-length.ts";

/** What the readers of a file take of it. */
export interface FileLimit {
  readonly most: number;
  readonly measure: (text: string) => number;
  /** In words, for those whose rules are withheld for it. */
  readonly why: string;
}

const lines = (text: string): number => text.split("\n").length;

/** Codex stops reading there, over all files from the root down. */
export const CODEX_LIMIT: FileLimit = {
  most: 32 * 1024,
  measure: utf8Length,
  why: "Codex reads 32 KiB of AGENTS.md",
};

/** Copilot's code review reads no further; other parts of Copilot do. */
export const COPILOT_LIMIT: FileLimit = {
  most: 4_000,
  measure: (text) => text.length,
  why: "Copilot's code review reads the first 4,000 characters of a file",
};

export const CURSOR_LIMIT: FileLimit = {
  most: 499,
  measure: lines,
  why: "a Cursor rule stays under 500 lines",
};
export const SKILL_LIMIT: FileLimit = { most: 499, measure: lines, why: "a skill stays under 500 lines" };

/** An aim and no limit: longer files are read, and followed less. */
export const CLAUDE_LINES = 200;
export const CLAUDE_RULE_LIMIT: FileLimit = {
  most: CLAUDE_LINES,
  measure: lines,
  why: "a rule file for Claude stays within 200 lines",
};

export const fits = (text: string, limit: FileLimit | undefined): boolean =>
  limit === undefined || limit.measure(text) <= limit.most;
