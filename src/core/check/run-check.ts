import type { Check, StructureCheck } from "./check.ts";
import type { Bindings, PatternTrees } from "./code-pattern.ts";
import { compileRule, matchNodes, type RuleMatcher } from "./match-rule.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { findText } from "./find-text.ts";

/** A place that a check found. */
export interface CheckPlace {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** What to write instead, if the check knows. */
  readonly replacement?: string;
}

/** A check that is ready to run. */
export type RunnableCheck = (code: string, tree: SyntaxNode | undefined) => readonly CheckPlace[];

/** `trees` are those of the code patterns in the check's rule. Without a tree of the code, a structure check finds nothing. */
export function prepareCheck(check: Check, trees?: PatternTrees): RunnableCheck {
  if (check.kind === "lint") return () => [];
  if (check.kind === "text") return (code) => findText(check, code);
  const matcher = compileRule(check.rule, trees);
  return (code, tree) => (tree === undefined ? [] : findPlaces(check, matcher, code, tree));
}

function findPlaces(
  check: StructureCheck,
  matcher: RuleMatcher,
  code: string,
  tree: SyntaxNode,
): CheckPlace[] {
  return matchNodes(matcher, tree).map((node) =>
    placeOf(check, node, matcher.match(node) ?? new Map(), code),
  );
}

/** The place of a node that a check hit. */
export function placeOf(
  { fix }: StructureCheck,
  { line, start, text }: SyntaxNode,
  bindings: Bindings,
  code: string,
): CheckPlace {
  const place = { line, start, end: start + text.length };
  if (fix === undefined) return place;
  const replacement = writeFix(fix, bindings, code);
  return replacement === undefined ? place : { ...place, replacement };
}

/** The fix with the code that its metavariables stand for, or undefined if the rule does not know one of them. */
function writeFix(fix: string, bindings: Bindings, code: string): string | undefined {
  let isKnown = true;
  const written = fix.replaceAll(/\$(?:\$\$)?([A-Z][A-Z0-9_]*)/gu, (_, name: string) => {
    const nodes = bindings.get(name);
    isKnown &&= nodes !== undefined;
    const [first] = nodes ?? [];
    const last = nodes?.at(-1);
    return first === undefined || last === undefined
      ? ""
      : code.slice(first.start, last.start + last.text.length);
  });
  return isKnown ? written : undefined;
}
