import type { Check } from "../../core/check/check.ts";
import { draftStructureCheck, draftTextCheck, type CodeCorrection } from "../../core/check/draft-check.ts";
import type { Example } from "../../core/check/draft-context.ts";
import {
  coversLanguage,
  KnownChecks,
  knownRule,
  type KnownCheck,
  type KnownMatcher,
} from "../../core/check/known-check.ts";
import { compileRule } from "../../core/check/match-rule.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { hitsGoodCode } from "./hits-good-code.ts";
import { parsePatterns } from "./prepare-checks.ts";

export interface DraftCheckInput {
  readonly language: string;
  readonly corrections: readonly CodeCorrection[];
  readonly description?: string;
}

export interface DraftCheckParts {
  readonly syntax: Syntax;
  /** Common mistakes; read on the first draft. */
  readonly known: () => readonly KnownCheck[];
}

/** Makes a check from corrections of the same mistake, or null if none can be trusted. */
export function draftCheck({ syntax, known }: DraftCheckParts) {
  const prepared = new Map<string, Promise<KnownChecks>>();
  const knownOf = (language: string): Promise<KnownChecks> => {
    let some = prepared.get(language);
    if (some === undefined) prepared.set(language, (some = prepareKnown(syntax, known(), language)));
    return some;
  };
  const isOrdinary = hitsGoodCode({ syntax, known });
  return async ({ language, corrections, description }: DraftCheckInput): Promise<Check | null> => {
    const examples: Example[] = [];
    for (const { before, after } of corrections) {
      const trees = [await syntax.parse(language, before), await syntax.parse(language, after)] as const;
      if (trees[0] === undefined || trees[1] === undefined)
        return draftTextCheck(language, corrections, description) ?? null;
      examples.push({ before: trees[0], after: trees[1] });
    }
    if (examples.length < FEWEST_EXAMPLES) return null;
    const familiar = (await knownOf(language)).find(language, examples, description);
    if (familiar !== undefined) return familiar;
    const [kinds, tokens] = [await syntax.kinds(language), await syntax.tokens(language)];
    const check = draftStructureCheck(language, examples, { description, kinds, tokens });
    return check === undefined || (await isOrdinary(check)) ? null : check;
  };
}

const FEWEST_EXAMPLES = 2;

async function prepareKnown(
  syntax: Syntax,
  known: readonly KnownCheck[],
  language: string,
): Promise<KnownChecks> {
  const prepared: KnownMatcher[] = [];
  for (const one of known) {
    if (!coversLanguage(one.language, language)) continue;
    const trees = await parsePatterns(syntax, language, one.rule);
    prepared.push({ known: one, matcher: compileRule(knownRule(one), trees) });
  }
  return new KnownChecks(prepared);
}
