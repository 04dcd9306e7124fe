import type { Check } from "../../core/check/check.ts";
import type { CheckPlace } from "../../core/check/run-check.ts";
import type { SyntaxNode } from "../../core/check/syntax-node.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { prepareChecks } from "./prepare-checks.ts";

/** Runs checks over code. The tree of the last code is kept: a file comes with many checks, one after the other. */
export function runChecks({ syntax }: { readonly syntax: Syntax }) {
  const prepare = prepareChecks({ syntax });
  let last:
    | { readonly language: string; readonly code: string; readonly tree: SyntaxNode | undefined }
    | undefined;
  return async (check: Check, language: string, code: string): Promise<readonly CheckPlace[]> => {
    const run = await prepare(check);
    if (check.kind !== "structure") return run(code, undefined);
    if (check.language !== language) return [];
    if (last?.code !== code || last.language !== language)
      last = { language, code, tree: await syntax.parse(language, code) };
    return run(code, last.tree);
  };
}
