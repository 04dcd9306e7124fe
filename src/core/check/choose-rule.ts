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
  const context = makeContext(examples, facts);
  let best: Proposal | undefined;
  let most: readonly number[] = [];
  for (const one of proposals) {
    if (ruleWeight(one.rule) + KIND_WEIGHT * one.changedKinds < LEAST_WEIGHT) continue;
    const order = preference(one, context);
    if (best === undefined || isMore(order, most)) [best, most] = [one, order];
  }
  if (best === undefined) return undefined;
  const words = ruleWords(best.rule);
  const isPlaceholder = (word: string): boolean => DUMMY.test(word) || context.declared.has(word);
  const names = words.filter((word) => NAME.test(word) && !isPlaceholder(word));
  const takesAway = words.some(
    (word) => context.removedWords.has(word) || (best.excludes === LACKS && context.addedWords.has(word)),
  );
  // A rule for names that people made up is about the examples. One without any name has to be about what was replaced.
  if (words.some(isPlaceholder) || (names.length === 0 && !(takesAway && best.foresees === 1)))
    return undefined;
  const signs = countSigns(best, proposals, [isSaid(names, context), takesAway]);
  return signs < FEWEST_SIGNS ? undefined : { rule: best.rule, signs };
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$]{2,}$/u;

/** What a kind weighs more if the corrections replaced it. */
const KIND_WEIGHT = 1;

/** How far above the change code may be that the description names. */
const NAMED_ABOVE = 3;

function preference(one: Proposal, { codeWords }: DraftContext): number[] {
  const isForeseen = (one.height >= 1 || one.isOutright) && one.foresees >= MOST_EXAMPLES;
  return [
    Number(one.excludes === "" || one.excludes === LACKS),
    Number(one.height >= 0 && one.changedWords + one.changedKinds > 0),
    Number(isForeseen),
    one.height > NAMED_ABOVE ? 0 : new Set(ruleWords(one.rule).filter((word) => codeWords.has(word))).size,
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
function countSigns(one: Proposal, all: readonly Proposal[], more: readonly boolean[]): number {
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
    ...more,
  ].filter(Boolean).length;
}

const isSaid = (names: readonly string[], { words }: DraftContext): boolean =>
  names.some((word) => words.has(word) || words.has(word.toLowerCase()));
