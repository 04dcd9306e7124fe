import type { StructureRule } from "./match-rule.ts";
import { patternWords } from "./rule-words.ts";

/** How much a rule asks for. A call with one argument is everywhere in ordinary code, however well the examples fit. */
export function ruleWeight({
  kind,
  regex,
  pattern,
  has,
  inside,
  precedes,
  follows,
  all = [],
  any = [],
}: StructureRule): number {
  const related = [has, inside, precedes, follows].filter((one) => one !== undefined);
  const own =
    (kind === undefined ? 0 : 1) +
    (regex === undefined ? 0 : WORD_WEIGHT) +
    (pattern === undefined ? 0 : WORD_WEIGHT * patternWords(pattern).length);
  const choice = any.length === 0 ? 0 : Math.min(...any.map(ruleWeight));
  return [...related, ...all].reduce((sum, one) => sum + ruleWeight(one), own + choice);
}

const WORD_WEIGHT = 3;
/** What a rule has to weigh at least. */
export const LEAST_WEIGHT = 4;
