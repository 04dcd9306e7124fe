import type { Check } from "../../core/check/check.ts";
import { patternKey, patternRoot, patternSources, type PatternTrees } from "../../core/check/code-pattern.ts";
import { codePatterns, type StructureRule } from "../../core/check/match-rule.ts";
import { prepareCheck, type RunnableCheck } from "../../core/check/run-check.ts";
import type { SyntaxNode } from "../../core/check/syntax-node.ts";
import type { Syntax } from "../../ports/syntax.ts";

/** Makes checks ready to run, each once. */
export function prepareChecks({ syntax }: { readonly syntax: Syntax }) {
  const prepared = new WeakMap<Check, RunnableCheck>();
  return async (check: Check): Promise<RunnableCheck> => {
    let runnable = prepared.get(check);
    if (runnable === undefined) {
      const trees =
        check.kind === "structure" ? await parsePatterns(syntax, check.language, check.rule) : undefined;
      prepared.set(check, (runnable = prepareCheck(check, trees)));
    }
    return runnable;
  };
}

/** The trees of the code patterns in a rule. One that is no code of the language is left out, so that it matches nothing. */
export async function parsePatterns(
  syntax: Syntax,
  language: string,
  rule: StructureRule,
): Promise<PatternTrees> {
  const trees = new Map<string, SyntaxNode>();
  for (const pattern of codePatterns(rule)) {
    for (const source of patternSources(language, pattern)) {
      const tree = await syntax.parse(language, source.code);
      const root = tree === undefined ? undefined : patternRoot(pattern, source, tree);
      if (root === undefined) continue;
      trees.set(patternKey(pattern), root);
      break;
    }
  }
  return trees;
}
