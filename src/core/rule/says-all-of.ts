import { compareWishes } from "../english/compare-wishes.ts";
import { termsOf } from "../english/phrase.ts";
import { readWishes } from "../english/read-wishes.ts";
import { tagWords } from "../english/tagged-words.ts";
import { tokensOf } from "../english/tokens.ts";

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

const partsOf = (text: string): ReadonlySet<string> =>
  new Set([
    ...termsOf(tagWords(tokensOf(text))),
    ...Array.from(text.matchAll(/\p{N}+/gu), ([number]) => number),
  ]);
