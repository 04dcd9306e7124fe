import { renderRuleFile, type RuleFile } from "../rule-file/parse-rule-file.ts";
import { scopeOfFile } from "../rule-file/scope-of-file.ts";
import { tokenCost } from "../rule/render-rules.ts";
import type { ReadRuleFile } from "./related-lines.ts";

/** What instruction files cost in tokens. */
export interface RuleCost {
  /** Of the files that are in every session, and of all. */
  readonly always: number;
  readonly files: readonly FileCost[];
  /** The most expensive first. */
  readonly lines: readonly { readonly file: string; readonly line: number; readonly tokens: number }[];
}

interface FileCost {
  readonly file: string;
  readonly tokens: number;
  /** In every session, or only with some files or tasks. */
  readonly loads: "always" | "sometimes";
}

const MAX_LINES = 20;

export function costOfRules(read: readonly ReadRuleFile[]): RuleCost {
  const files = read
    .map(({ file }): FileCost => ({
      file: file.path,
      tokens: tokenCost(renderRuleFile(file)),
      loads: loadsAlways(file) ? "always" : "sometimes",
    }))
    .toSorted((a, b) => b.tokens - a.tokens);
  const lines = read
    .flatMap(({ file, statements }) =>
      statements.map(({ line, endLine }) => ({
        file: file.path,
        line,
        tokens: tokenCost(
          file.lines
            .slice(line - 1, endLine)
            .map(({ text }) => text)
            .join("\n"),
        ),
      })),
    )
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, MAX_LINES);
  return {
    always: files.filter(({ loads }) => loads === "always").reduce((sum, { tokens }) => sum + tokens, 0),
    files,
    lines,
  };
}

function loadsAlways(file: RuleFile): boolean {
  const { paths, lost } = scopeOfFile(file);
  return paths.length === 0 && lost.length === 0;
}
