import { folderOf, type RuleFormatName } from "../rule-file/formats.ts";
import type { RuleFile } from "../rule-file/parse-rule-file.ts";
import { scopeOfFile } from "../rule-file/scope-of-file.ts";

/** Which formats an agent reads in one session. An agent that reads none of two formats never sees both. */
const READ_BY: Readonly<Record<string, readonly RuleFormatName[]>> = {
  Codex: ["agents"],
  "Claude Code": ["claude", "claude-rules"],
  Cursor: ["cursor", "cursor-legacy", "agents"],
  Copilot: ["copilot", "copilot-paths", "agents"],
  Windsurf: ["windsurf", "windsurf-legacy", "agents"],
  Cline: ["cline"],
  "Gemini CLI": ["gemini"],
};

/** The agents that have both files in their context at the same time, for some file of the project. */
export function readersOfBoth(a: RuleFile, b: RuleFile): readonly string[] {
  const [one, other] = [scopeOfFile(a), scopeOfFile(b)];
  if (one.lost.length > 0 || other.lost.length > 0 || !overlap(one.paths, other.paths)) return [];
  const [folder, below] = [folderOf(a.path), folderOf(b.path)].toSorted((x, y) => x.length - y.length);
  if (folder !== "" && folder !== below && !below!.startsWith(`${folder}/`)) return [];
  return Object.entries(READ_BY)
    .filter(([, formats]) => formats.includes(a.format.name) && formats.includes(b.format.name))
    .map(([agent]) => agent);
}

/** Whether two lists of globs are surely about some same file; no globs are all files. */
const overlap = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((glob) => b.includes(glob));
