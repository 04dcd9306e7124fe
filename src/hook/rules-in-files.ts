import { join } from "node:path";
import { importsAgentsFile } from "../core/inject/planned-file.ts";
import { guardReferences, portableGlobs } from "../core/inject/render-body.ts";
import { scopeSlug } from "../core/inject/plan-injection.ts";
import { type TargetName, TARGETS } from "../core/inject/targets.ts";
import { renderRuleLine } from "../core/rule/render-rules.ts";
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
  const read = (path: string): string => readSmallFile(join(root, path), MAX_BYTES, { anyFile: true }) ?? "";
  const always = linesOf(alwaysLoaded(protocol, read).map(read));
  const own = SCOPED[protocol];
  return new Set(
    rules
      .filter((rule) => always.has(lineOf(rule)) || (own !== undefined && isInScopedFile(rule, own, read)))
      .map(({ rule_id }) => rule_id),
  );
}

type ReadFile = (path: string) => string;

const linesOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.split(/\r?\n/)));

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
    case "opencode":
      return ["AGENTS.md"];
    case "gemini": {
      const settings = read(".gemini/settings.json");
      return ["AGENTS.md", "GEMINI.md"].filter((name) => settings.includes(`"${name}"`));
    }
  }
}
