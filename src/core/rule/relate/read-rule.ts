import type { Mention } from "./mention.ts";
import { type Quantity, readQuantities } from "./quantities.ts";
import { readCompounds } from "./read-compounds.ts";
import { readMeasures } from "./read-measures.ts";
import { readMentions } from "./read-mentions.ts";
import { readNames } from "./read-names.ts";
import { readScope, type RuleScope } from "./read-scope.ts";
import { splitRule } from "./rule-words.ts";

/** A rule as it is given: its text, and where it holds when the text does not say so. */
export interface RuleText {
  readonly text: string;
  readonly scope?: string | undefined;
}

/** A rule as it was understood. */
export interface RuleReading {
  readonly mentions: readonly Mention[];
  readonly scope: RuleScope;
  /** The stems in order, by which two rules of the same words are known. */
  readonly stems: string;
  /** Numbers with their units. */
  readonly quantities: readonly Quantity[];
}

export function readRule({ text, scope }: RuleText): RuleReading {
  const words = splitRule(text);
  const plain = readMentions(words);
  const read = [...plain, ...readCompounds(plain)];
  const signs = new Map(plain.map(({ at, sign }) => [at, sign]));
  const names = readNames(words, (at) => signs.get(at) ?? 1);
  const named = new Set(names.map(({ at }) => at));
  return {
    mentions: [...readMeasures(words), ...names, ...read.filter(({ at }) => !named.has(at))],
    scope: readScope(words, scope),
    quantities: readQuantities(text),
    stems: words
      .filter(({ mark }) => mark === undefined)
      .map(({ stem }) => stem)
      .join(" "),
  };
}
