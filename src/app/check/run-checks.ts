import type { Check } from "../../core/check/check.ts";
import { runCheck, type CheckPlace } from "../../core/check/run-check.ts";
import type { SyntaxNode } from "../../core/check/syntax-node.ts";
import type { Syntax } from "../../ports/syntax.ts";

/** Runs checks over code. The tree of the last code is kept: a file comes with many checks, one after the other. */
export function runChecks({ syntax }: { readonly syntax: Syntax }) {
  let last:
    | { readonly language: string; readonly code: string; readonly tree: SyntaxNode | undefined }
    | undefined;
  return async (check: Check, language: string, code: string): Promise<readonly CheckPlace[]> => {
    if (check.kind === "text") return runCheck(check, code, undefined);
    if (check.language !== language) return [];
    if (last?.code !== code || last.language !== language)
      last = { language, code, tree: await syntax.parse(language, code) };
    return runCheck(check, code, last.tree);
  };
}
