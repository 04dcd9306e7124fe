import { cleanFact } from "./quote-fact.ts";

/** What a person's feedback says outright about how to go on; nothing is read between the lines. */
export interface StatedWishes {
  readonly scope: string | undefined;
  readonly alternatives: readonly string[];
  readonly constraints: readonly string[];
}

const MAX_READ_LENGTH = 4000;
const MAX_SENTENCES = 40;
const MAX_WISH_LENGTH = 160;
const MOST_ALTERNATIVES = 3;

/** Reads the scope, the alternatives and the conditions that the feedback states, if it does. */
export function readStatedWishes(feedback: string): StatedWishes {
  const sentences = sentencesOf(feedback.slice(0, MAX_READ_LENGTH));
  const alternatives = sentences.flatMap(alternativesOf);
  return {
    scope: firstOf(sentences, scopeOf),
    alternatives: [...new Set(alternatives)].slice(0, MOST_ALTERNATIVES),
    constraints: sentences.flatMap((sentence) => constraintOf(sentence) ?? []),
  };
}

/** Cut at line breaks and at the end of sentences, not at the dots of names and numbers. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/[\r\n]+|(?<=[.!?;])\s+/)
    .slice(0, MAX_SENTENCES)
    .map((sentence) => cleanFact(sentence))
    .filter((sentence) => sentence !== "" && sentence.length <= 300);
}

function scopeOf(sentence: string): string | undefined {
  return firstOf(SCOPES, (pattern) => phrase(pattern.exec(sentence)?.[1]));
}

function alternativesOf(sentence: string): readonly string[] {
  for (const pattern of ALTERNATIVES) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    const found = match.slice(1).flatMap((text) => phrase(text) ?? []);
    if (found.length > 0) return found;
  }
  return [];
}

function constraintOf(sentence: string): string | undefined {
  if (sentence.endsWith("?")) return undefined;
  const clauses = sentence.split(/,\s+|\s+(?:but|however|except that)\s+/i);
  const clause = clauses.find((each) => OBLIGATION.test(each));
  const stated = clause?.replace(/^(?:(?:but|and|please|just|so|also|the (?:only|one) thing is)\s+)+/i, "");
  return stated === undefined || stated.split(" ").length < 3 ? undefined : withinReason(stated);
}

/** The thing itself, without the clause that follows it. */
function phrase(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [head = ""] = text.split(CLAUSE_END);
  const thing = head.replace(/[\s.!?,;:]{1,20}$/, "").trim();
  return NO_THING.test(thing) ? undefined : withinReason(thing);
}

const withinReason = (text: string): string | undefined =>
  /\p{L}/u.test(text) && text.length <= MAX_WISH_LENGTH ? text : undefined;

function firstOf<T, R>(values: readonly T[], read: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const NOT_BEFORE = "(?<!\\bnot )(?<!n['’]t )(?<!\\bstop )(?<!\\bwhy )";
const SCOPES: readonly RegExp[] = [
  new RegExp(`${NOT_BEFORE}\\b(?:focus(?:ing)?|concentrate) (?:only |just |specifically )?on (.+)`, "i"),
  new RegExp(
    `${NOT_BEFORE}\\b(?:only|just) (?:(?:want|need|asked)(?:ed)? (?:you )?to (?:be |have )?\\w{1,20}|want(?:ed)?|need(?:ed)?|meant|asked for|asked about) (.+)`,
    "i",
  ),
  new RegExp(`${NOT_BEFORE}\\bonly (?:change|touch|edit|update|fix|review|look at|cover|include) (.+)`, "i"),
  new RegExp(`${NOT_BEFORE}\\b(?:limit|restrict|confine) (?:it|this|that|yourself) to (.+)`, "i"),
  new RegExp(`${NOT_BEFORE}\\b(?:stick to|nothing but) (.+)`, "i"),
];

const MEANS = "(?:use|try|using|trying|take|go with|going with|switch to|consider|considering|do)";
const ALTERNATIVES: readonly RegExp[] = [
  new RegExp(`\\b${MEANS} either (.{2,100}?) or (.{2,100})`, "i"),
  new RegExp(`\\b(?:instead|rather than) (?:of )?[^,]{1,100}, (?:please )?${MEANS} (.+)`, "i"),
  new RegExp(`\\binstead,? (?:please )?${MEANS} (.+)`, "i"),
  new RegExp(`${NOT_BEFORE}\\b${MEANS} (.{2,100}?) instead\\b`, "i"),
  new RegExp(`\\b(?:how about|what about|have you (?:tried|considered)) (?:${MEANS} )?(.+)`, "i"),
  new RegExp(`\\b(?:why not|you could(?: also)?|could you|alternatively,?|maybe|perhaps) ${MEANS} (.+)`, "i"),
];

const OBLIGATION =
  /\b(?:must(?: not|n['’]t)?|should(?: not|n['’]t)?|(?<!\bI )(?:has to|have to|needs? to)|no more than|at most|at least)\b|^(?:please |just |and |but )?(?:do not|don['’]t|never|always|keep|avoid|make sure|ensure|use)\b/i;
const CLAUSE_END =
  /[,;:–—?]|\s(?:because|but|instead|rather than|not|so|and not|please|since|when|which|if|then|for now|and (?:use|try|make|do|fix|add|remove|then|please|don['’]t))\b/i;
/** Words that point at something without naming it. */
const NO_THING =
  /^(?:it|this|that|them|these|those|one|something|anything|again|harder|once more|better|more|nothing|)$|^(?:again|harder|to|you|me|a bit)\b/i;
