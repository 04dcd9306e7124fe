import { join } from "node:path";
import { importsAgentsFile, withoutComments } from "../core/inject/planned-file.ts";
import { guardReferences, portableGlobs } from "../core/inject/render-body.ts";
import { scopeSlug } from "../core/inject/plan-injection.ts";
import { type TargetName, TARGETS } from "../core/inject/targets.ts";
import { readPromptLines } from "../core/prompt/score-prompt.ts";
import { renderRuleLine } from "../core/rule/render-rules.ts";
import { fieldOf, textsOf } from "../core/json/json.ts";
import { readJsonc, valueOf } from "../core/setup/read-jsonc.ts";
import type { HookProtocol } from "./hook-event.ts";
import { readSmallFile } from "./hook-files.ts";
import type { HookRule } from "./knowledge.ts";

/** As much as the strictest agent reads of one file. */
const MAX_BYTES = 32 * 1024;

/** The rules whose text the agent already has from files that it certainly loads, so that the hook need not repeat them. */
export function rulesInFiles(
  root: string,
  protocol: HookProtocol,
  rules: readonly HookRule[],
): ReadonlySet<string> {
  if (rules.length === 0) return new Set();
  // Otherwise a clone could silence a rule by putting it into a comment.
  const read = (path: string): string =>
    withoutComments(readSmallFile(join(root, path), MAX_BYTES, { anyFile: true }) ?? "");
  const always = linesOf(alwaysLoaded(protocol, read).map(read));
  const own = SCOPED[protocol];
  return new Set(
    rules
      .filter((rule) => always.has(lineOf(rule)) || (own !== undefined && isInScopedFile(rule, own, read)))
      .map(({ rule_id }) => rule_id),
  );
}

type ReadFile = (path: string) => string;

/** Lines of code are no rules either. */
const linesOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) => readPromptLines(text).lines.flatMap((line) => (line.fenced ? [] : [line.text]))),
  );

const lineOf = ({ type, text, paths }: HookRule): string =>
  guardReferences(renderRuleLine({ type, text, scope: { agents: [], paths } }));

/** Agents with rule files for certain paths. */
const SCOPED: Partial<Record<HookProtocol, TargetName>> = {
  "claude-code": "claude-rules",
  cursor: "cursor",
};

/** Whether the file that the agent loads with a matching file has the rule. */
function isInScopedFile(rule: HookRule, name: TargetName, read: ReadFile): boolean {
  const target = TARGETS[name];
  const globs = portableGlobs(rule.paths);
  if (globs === undefined || target.kind !== "files") return false;
  const path = `${target.format.folder}/${target.format.fileName(scopeSlug(globs))}`;
  return linesOf([read(path)]).has(lineOf({ ...rule, paths: [] }));
}

/** The files that an agent loads at the start of every session. */
function alwaysLoaded(protocol: HookProtocol, read: ReadFile): readonly string[] {
  switch (protocol) {
    case "claude-code":
      return [
        "CLAUDE.md",
        ".claude/rules/emend-everywhere.md",
        ...(importsAgentsFile(read("CLAUDE.md")) ? ["AGENTS.md"] : []),
      ];
    case "cursor":
      return ["AGENTS.md", ".cursor/rules/emend.mdc"];
    case "codex":
      return read("AGENTS.override.md") === "" ? ["AGENTS.md"] : [];
    case "gemini":
      return geminiFiles(read);
    case "opencode":
      return ["AGENTS.md"];
    case "copilot":
      return [".github/copilot-instructions.md", ".github/instructions/emend-everywhere.instructions.md"];
    case "windsurf":
      return ["AGENTS.md", ".windsurf/rules/emend.md"];
    case "cline":
      return ["AGENTS.md", ".clinerules/emend.md"];
  }
}

/** The files that Gemini CLI's settings name; by default GEMINI.md. */
function geminiFiles(read: ReadFile): readonly string[] {
  const settings = readJsonc(read(".gemini/settings.json"));
  const named = settings.ok ? fieldOf(valueOf(settings.value), "context", "fileName") : undefined;
  const files = typeof named === "string" ? [named] : textsOf(named);
  const loaded = named === undefined ? ["GEMINI.md"] : files;
  return loaded.includes("AGENTS.md") || !importsAgentsFile(read("GEMINI.md"))
    ? loaded
    : [...loaded, "AGENTS.md"];
}
