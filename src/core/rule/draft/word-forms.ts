import { wordSet } from "../../text/word-set.ts";
import { isKnownVerb } from "../../english/tagged-words.ts";
import countNouns from "./count-nouns.json" with { type: "json" };

/** Count nouns, which need an article in the singular. */
const COUNTED: ReadonlySet<string> = new Set(countNouns.flatMap((line) => line.split(" ")));

export const isCountNoun = (word: string): boolean => COUNTED.has(word);

/** "silence" → "silencing", "run" → "running". */
export function gerundOf(verb: string): string {
  const [first = "", ...rest] = verb.split(" ");
  // "hand write" is one verb.
  if (BY_MEANS.has(first) && rest[0] !== undefined && isKnownVerb(rest[0]))
    return `${first}-${[singleGerund(rest[0]), ...rest.slice(1)].join(" ")}`;
  const tail = rest.length === 0 ? "" : ` ${rest.join(" ")}`;
  return `${singleGerund(first)}${tail}`;
}

const BY_MEANS = wordSet("hand force copy hard double cherry");

function singleGerund(verb: string): string {
  if (verb === "be") return "being";
  if (/[aeiou]c$/.test(verb)) return `${verb}king`;
  if (verb.endsWith("ie")) return `${verb.slice(0, -2)}ying`;
  if (/(?:ee|oe|ye)$/.test(verb)) return `${verb}ing`;
  if (verb.endsWith("e")) return `${verb.slice(0, -1)}ing`;
  return DOUBLING.test(verb) || DOUBLED.has(verb) ? `${verb}${verb.at(-1)}ing` : `${verb}ing`;
}

/** One syllable that ends in one vowel and one consonant. */
const DOUBLING = /^[^aeiou]{0,3}[aeiou][bdgklmnprt]$/;
const DOUBLED = wordSet(
  "commit submit omit admit refer prefer begin forget control unzip unwrap program format reformat debug quit",
);

/** "test" → "tests", "class" → "classes". Plural and uncountable nouns stay. */
export function pluralOf(noun: string): string {
  const known = ODD_PLURALS.get(noun.toLowerCase());
  if (known !== undefined) return known;
  if (!/^[a-z-]+$/i.test(noun) || UNCOUNTED.has(noun.toLowerCase()) || isPluralNoun(noun)) return noun;
  if (/(?:s|x|z|ch|sh)$/i.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/i.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

export const isPluralNoun = (noun: string): boolean =>
  /(?:[^s'’u]s|people|children|data|criteria|media)$/i.test(noun) && !SINGULAR_S.test(noun);

const SINGULAR_S =
  /(?:ss|us|is|alias|canvas|bias|atlas|css|https|dns|tls|kubernetes|js|ios|aws|os|redis|postgres|axios|address)$/i;
const ODD_PLURALS: ReadonlyMap<string, string> = new Map([
  ["person", "people"],
  ["child", "children"],
  ["index", "indexes"],
  ["alias", "aliases"],
  ["address", "addresses"],
]);
const UNCOUNTED = wordSet(
  "text code logic documentation data information whitespace punctuation validation handling logging caching coverage formatting indentation state money software output input feedback evidence access English German French legalese jargon language advice support permission tense voice case spacing html css sql json yaml",
);

/** "say" → "says", "match" → "matches". */
export const thirdPersonOf = (verb: string): string => {
  if (verb === "be") return "is";
  if (verb === "have") return "has";
  if (verb === "do" || verb === "go") return `${verb}es`;
  if (/(?:s|x|z|ch|sh)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
};
