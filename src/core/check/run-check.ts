import type { Check } from "./check.ts";
import { compileRule, matchNodes, type RuleMatcher } from "./match-rule.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { findTokens } from "./token-sequence.ts";

/** A place that a check found. */
export interface CheckPlace {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

const compiled = new WeakMap<Check, RuleMatcher>();

/** Every place that the check hits. Without a tree a structure check finds nothing. */
export function runCheck(check: Check, code: string, tree: SyntaxNode | undefined): readonly CheckPlace[] {
  if (check.kind === "text") return findTokens(check.tokens, code);
  if (tree === undefined) return [];
  let matcher = compiled.get(check);
  if (matcher === undefined) compiled.set(check, (matcher = compileRule(check.rule)));
  return matchNodes(matcher, tree).map(({ line, start, text }) => ({
    line,
    start,
    end: start + text.length,
  }));
}
