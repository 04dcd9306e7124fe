import type { RuleFile } from "../rule-file/parse-rule-file.ts";
import type { Statement } from "../rule-file/statements.ts";
import type { LintFix } from "./lint-finding.ts";

/** Deletes a list item. Undefined if something belongs to it, or if its list is numbered. */
export function removalOf(
  { lines }: RuleFile,
  { kind, line, endLine, hasItems }: Statement,
  reason: string,
): LintFix | undefined {
  const first = lines[line - 1]!;
  const next = lines.slice(endLine).find((each) => each.kind !== "blank");
  const indent = (text: string): number => /^\s*/.exec(text)![0].length;
  const isFollowed = next !== undefined && next.kind !== "heading" && indent(next.text) > indent(first.text);
  if (kind !== "item" || hasItems || isFollowed || !/^\s*[-*+•]\s/.test(first.text)) return undefined;
  return { from: line, to: endLine, lines: [], reason };
}
