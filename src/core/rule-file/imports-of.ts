import type { RuleFile } from "./parse-rule-file.ts";

/** A file that another one imports with an `@`. */
export interface RuleImport {
  readonly line: number;
  /** As it is written, without the `@`. */
  readonly target: string;
  /** In the repository; undefined if it leaves it. */
  readonly path: string | undefined;
}

const IMPORT = /(?:^|\s)@((?:~\/|\.{0,2}\/)?[\w./-]{1,300}\.(?:md|mdc|txt))\b/g;
const MAX_IMPORTS = 200;
const IMPORTING = new Set(["claude", "claude-rules", "gemini"]);

/** What a file imports. Claude Code and the Gemini CLI read these; a code span imports nothing. */
export function importsOf({ path, lines, format }: RuleFile): readonly RuleImport[] {
  if (!IMPORTING.has(format.name)) return [];
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const found: RuleImport[] = [];
  for (const { number, kind, text } of lines) {
    if (kind === "code" || kind === "comment" || kind === "front" || !text.includes("@")) continue;
    for (const [, target = ""] of text.replaceAll(/`[^`\n]{1,300}`/g, " ").matchAll(IMPORT)) {
      if (found.length >= MAX_IMPORTS) return found;
      found.push({ line: number, target, path: /^[~/]/.test(target) ? undefined : joinPath(folder, target) });
    }
  }
  return found;
}

/** A path from a folder; undefined if it leaves the repository. */
export function joinPath(folder: string, path: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}
