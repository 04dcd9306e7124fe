import type { CodePattern } from "./code-pattern.ts";
import type { StructureRule } from "./match-rule.ts";

/** The kinds of node that a whole file is. */
const FILES = /^(?:program|module|source_file)$/u;

/** The texts that code has to have for a rule to hit it; what the rule excludes or asks of the whole file is left out. */
export function ruleWords({
  regex,
  pattern,
  has,
  inside,
  precedes,
  follows,
  all = [],
  any = [],
}: StructureRule): string[] {
  const around = inside === undefined || FILES.test(inside.kind ?? "") ? undefined : inside;
  const parts = [has, precedes, follows, around, ...all, ...any].filter((part) => part !== undefined);
  return [
    ...(regex === undefined ? [] : alternatives(regex)),
    ...(pattern === undefined ? [] : patternWords(pattern)),
    ...parts.flatMap(ruleWords),
  ];
}

/** The words of a code pattern, without its metavariables. */
export const patternWords = (pattern: CodePattern): string[] =>
  (typeof pattern === "string" ? pattern : pattern.context).match(
    /(?<![$\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*/gu,
  ) ?? [];

/** What a pattern that Emend wrote lets code begin with, without quotes and escapes. */
function alternatives(regex: string): string[] {
  const body = /^\^(.*?)\$?$/su.exec(regex)?.[1];
  return body === undefined ? [] : body.replaceAll(/\(\?:|\)|\[\\?"'`\]|\\/gu, "").split("|");
}
