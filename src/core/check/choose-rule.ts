import { DUMMY, makeContext, type DraftContext, type Example, type Facts } from "./draft-context.ts";
import type { StructureRule } from "./match-rule.ts";
import { LACKS, type Proposal } from "./propose-check-rules.ts";
import { LEAST_WEIGHT, ruleWeight } from "./rule-weight.ts";
import { ruleWords } from "./rule-words.ts";

/** A rule with the number of signs, of eight, that speak for it. */
export interface ChosenRule {
  readonly rule: StructureRule;
  readonly signs: number;
}

/** Of rules with fewer signs, most are wrong about code that nobody has seen yet. */
const FEWEST_SIGNS = 5;
/** The share of examples that have to be foreseen from the others. */
const MOST_EXAMPLES = 0.6;

/** The most specific rule near the change that would have foreseen the examples, if enough speaks for it. */
export function chooseRule(
  proposals: readonly Proposal[],
  examples: readonly Example[],
  facts: Facts,
): ChosenRule | undefined {
  let best: Proposal | undefined;
  let most: readonly number[] = [];
  for (const one of proposals) {
    if (ruleWeight(one.rule) + KIND_WEIGHT * one.changedKinds < LEAST_WEIGHT) continue;
    const order = preference(one);
    if (best === undefined || isMore(order, most)) [best, most] = [one, order];
  }
  if (best === undefined) return undefined;
  const context = makeContext(examples, facts);
  const words = ruleWords(best.rule);
  const isPlaceholder = (word: string): boolean => DUMMY.test(word) || context.declared.has(word);
  const names = words.filter((word) => NAME.test(word) && !isPlaceholder(word));
  // A rule for the names that people made up, or for no name at all, is about the examples and not about the mistake.
  if (names.length === 0 || words.some(isPlaceholder)) return undefined;
  const signs = countSigns(best, proposals, context, words, names);
  return signs < FEWEST_SIGNS ? undefined : { rule: best.rule, signs };
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$]{2,}$/u;

/** What a kind weighs more if the corrections replaced it. */
const KIND_WEIGHT = 1;

function preference(one: Proposal): number[] {
  const isForeseen = (one.height >= 1 || one.isOutright) && one.foresees >= MOST_EXAMPLES;
  return [
    Number(one.excludes === "" || one.excludes === LACKS),
    Number(one.height >= 0 && one.changedWords + one.changedKinds > 0),
    Number(isForeseen),
    -Math.abs(one.height),
    Number(one.scoped),
    Number(one.policy.holes === "kinds"),
    JSON.stringify(one.rule).length,
  ];
}

function isMore(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((value, at) => value !== other[at]);
  return index >= 0 && one[index]! > other[index]!;
}

/** Each was found to make a rule right more often on code that it had not seen; see docs/quality.md. */
function countSigns(
  one: Proposal,
  all: readonly Proposal[],
  { removedWords, addedWords, words: said }: DraftContext,
  words: readonly string[],
  names: readonly string[],
): number {
  const heights = new Set(
    all
      .filter(
        ({ excludes, foresees }) => (excludes === "" || excludes === LACKS) && foresees >= MOST_EXAMPLES,
      )
      .map(({ height }) => height),
  ).size;
  return [
    heights >= 2,
    heights >= 3,
    one.changedWords + one.changedKinds > 0,
    one.choices === 0,
    one.kinds.length === 1,
    one.foresees >= MOST_EXAMPLES,
    names.some((word) => said.has(word) || said.has(word.toLowerCase())),
    words.some((word) => removedWords.has(word) || (one.excludes === LACKS && addedWords.has(word))),
  ].filter(Boolean).length;
}
