import type { StructureCheck } from "../../core/check/check.ts";
import { coversLanguage } from "../../core/check/known-check.ts";
import { compileRule, matchNodes } from "../../core/check/match-rule.ts";
import { mayHit, requiredTexts } from "../../core/check/required-texts.ts";
import type { DraftCheckParts } from "./draft-check.ts";

/** Whether a check made from corrections hits code that nobody corrects: the good examples of all known checks. */
export function hitsGoodCode({ syntax, known }: DraftCheckParts) {
  return async (check: StructureCheck): Promise<boolean> => {
    const matcher = compileRule(check.rule);
    const choices = requiredTexts(check);
    for (const { language, good = [] } of known()) {
      if (!coversLanguage(language, check.language)) continue;
      for (const code of good) {
        if (!mayHit(choices, code)) continue;
        const tree = await syntax.parse(check.language, code);
        if (tree !== undefined && matchNodes(matcher, tree).length > 0) return true;
      }
    }
    return false;
  };
}
