import type { ActiveRule } from "./active-rule.ts";
import { toRelated } from "./find-related-rules.ts";
import { relateRules } from "./relate/relate-rules.ts";
import { compareWishes } from "../english/compare-wishes.ts";
import { termsOf } from "../english/phrase.ts";
import { readWishes } from "../english/read-wishes.ts";
import { tagWords } from "../english/tagged-words.ts";
import { tokensOf } from "../english/tokens.ts";

const partsOf = (text: string): ReadonlySet<string> =>
  new Set([
    ...termsOf(tagWords(tokensOf(text))),
    ...Array.from(text.matchAll(/\p{N}+/gu), ([number]) => number),
  ]);

/** Surer than a duplicate that people are told of: what is taken for one by mistake would be missing in the prompt. */
const SURELY_THE_SAME = 0.8;
/** Letters by which words count as the same here; a cheap sign that two rules are worth a comparison. */
const STEM = 5;

/**
 * Whether the first of two rules says all that the second says, so that nothing is lost without it. Those without a word
 * in common are not compared, which would take long for many.
 */
export function createLikeness(): (a: ActiveRule, b: ActiveRule) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  const stemsOf = ({ rule_id, text }: ActiveRule): ReadonlySet<string> => {
    const words =
      known.get(rule_id) ??
      new Set(Array.from(text.toLowerCase().matchAll(/\p{L}{4,64}/gu), ([word]) => word.slice(0, STEM)));
    known.set(rule_id, words);
    return words;
  };
  return (a, b) => {
    const other = stemsOf(b);
    if (!Array.from(stemsOf(a)).some((stem) => other.has(stem))) return false;
    const { relation, score } = relateRules(toRelated(a), toRelated(b));
    return relation === "duplicate" && score >= SURELY_THE_SAME && saysAllOf(a.text, b.text);
  };
}

/**
 * Whether one rule's words hold everything that another one asks for: each of its wishes, its words that carry meaning,
 * and its numbers. In doubt they do not: a rule too many costs a line, and half a rule that is lost is a mistake made again.
 */
export function saysAllOf(one: string, other: string): boolean {
  const [own, wanted] = [partsOf(one), partsOf(other)];
  if (![...wanted].every((part) => own.has(part))) return false;
  const [has, asked] = [readWishes(one).wishes, readWishes(other).wishes];
  return asked.every((wish) => has.some((held) => compareWishes(held, wish) === "same"));
}
