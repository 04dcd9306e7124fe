import type { DraftContext } from "./draft-context.ts";
import type { StructureRule } from "./match-rule.ts";
import { eachNode, type SyntaxNode } from "./syntax-node.ts";

/** Words that make a difference by being there; those of a grammar only in its own language. */
const NAMES = new Set(["self", "cause", "rel", "key", "timeout", "context", "encoding"]);
const KEYWORDS = new Set([
  "await",
  "this",
  "super",
  "yield",
  "return",
  "async",
  "readonly",
  "static",
  "break",
  "continue",
  "else",
  "finally",
  "throw",
  "raise",
  "default",
  "catch",
  "defer",
  "final",
  "const",
  "mut",
]);

/**
 * What the description says about all the mistakes: words that they contain, however capitalised and continued, and
 * keywords that they lack. "The function is async but awaits nothing" asks for a function without `await`.
 */
export function mentioned(
  nodes: readonly SyntaxNode[],
  text: string,
  { words, kinds, tokens }: DraftContext,
): StructureRule[] {
  const found: StructureRule[] = [];
  const texts = new Set(nodes.flatMap((node) => [...eachNode(node)].map((one) => one.text)));
  for (const word of words)
    if (
      !texts.has(word) &&
      (NAMES.has(word) || (KEYWORDS.has(word) && (tokens.includes(word) || kinds.includes(word))))
    )
      found.push({ not: { has: { stopBy: "end", regex: `^${word}$` } } });
  for (const word of words) {
    if (word.length < 4 || found.length >= 2 || text.toLowerCase().includes(word)) continue;
    if (word !== word.toLowerCase() || !/^[a-z]+$/u.test(word)) continue;
    const start = `^[${word[0]}${word[0]!.toUpperCase()}]${word.slice(1)}`;
    const pattern = new RegExp(start, "u");
    const isIn = (node: SyntaxNode): boolean =>
      [...eachNode(node)].some(
        (one) => one !== node && one.named && one.children.length === 0 && pattern.test(one.text),
      );
    if (nodes.every(isIn)) found.push({ has: { stopBy: "end", regex: start } });
  }
  return found;
}
