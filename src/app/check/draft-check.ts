import type { Check } from "../../core/check/check.ts";
import { draftStructureCheck, draftTextCheck, type CodeCorrection } from "../../core/check/draft-check.ts";
import type { Example } from "../../core/check/draft-context.ts";
import type { Syntax } from "../../ports/syntax.ts";

export interface DraftCheckInput {
  readonly language: string;
  readonly corrections: readonly CodeCorrection[];
  readonly description?: string;
}

/** Makes a check from corrections of the same mistake, or null if none can be trusted. */
export function draftCheck({ syntax }: { readonly syntax: Syntax }) {
  return async ({ language, corrections, description }: DraftCheckInput): Promise<Check | null> => {
    const examples: Example[] = [];
    for (const { before, after } of corrections) {
      const trees = [await syntax.parse(language, before), await syntax.parse(language, after)] as const;
      if (trees[0] === undefined || trees[1] === undefined) return draftTextCheck(corrections) ?? null;
      examples.push({ before: trees[0], after: trees[1] });
    }
    const [kinds, tokens] = [await syntax.kinds(language), await syntax.tokens(language)];
    return draftStructureCheck(language, examples, { description, kinds, tokens }) ?? null;
  };
}
