import type { CheckPlace } from "./run-check.ts";
import { proseTokens, type ProseToken } from "./prose-tokens.ts";
import { classesOf, neighbourAfter, neighbourBefore, type Neighbour } from "./word-classes.ts";

/** How the words of a part are compared with those of a text. */
export const PHRASE_PARTS = [
  /** Exactly as written. */
  "exact",
  /** However capitalised. */
  "word",
  /** Any inflection; `any` has what the forms share. */
  "form",
  /** Words that begin like this and go on for a few letters, in languages whose inflections Emend does not know. */
  "start",
  /** Words of a class, such as "weekday". */
  "class",
] as const;

export interface PhrasePart {
  readonly as: (typeof PHRASE_PARTS)[number];
  /** One of them has to be there. */
  readonly any: readonly string[];
  /** What may come before it and after it; anything if absent. */
  readonly left?: readonly Neighbour[];
  readonly right?: readonly Neighbour[];
  /** How many words may come between the part before and this one; none if absent. */
  readonly gap?: number;
}

/** Parts that follow one another in one sentence. */
export type Phrase = readonly PhrasePart[];

export const MOST_PARTS = 12;
export const WIDEST_GAP = 8;
/** Letters after the start that inflections share. */
const LONGEST_ENDING = 4;
/** How far before a phrase a "not" still means it. */
const NEGATION_REACH = 3;
const NEGATIONS = new Set([
  "not",
  "no",
  "never",
  "nobody",
  "nothing",
  "none",
  "hardly",
  "without",
  "neither",
  "nor",
  "avoid",
  "unable",
]);

export interface PhraseSearch {
  readonly phrases: readonly Phrase[];
  /** Code, links and quotations are read as well. */
  readonly everywhere?: boolean;
  /** Phrases that a "not" comes before, or that are part of a name, are left alone. */
  readonly unless?: readonly ("negated" | "name")[];
  /** Phrases that have one of these soon before or after are left alone. */
  readonly without?: readonly PhrasePart[];
}

/** A place of a phrase among the tokens, from the first to the last, both included. */
export interface PhraseMatch {
  readonly first: number;
  readonly last: number;
}

export function findPhrases(search: PhraseSearch, text: string): CheckPlace[] {
  const tokens = proseTokens(text);
  const places: CheckPlace[] = [];
  let [line, read, end] = [1, 0, -1];
  for (const { first, last } of matchPhrases(search, tokens)) {
    const start = tokens[first]!.start;
    if (start < end) continue;
    for (; read < start; read++) if (text.codePointAt(read) === 10) line++;
    end = tokens[last]!.end;
    places.push({ line, start, end });
  }
  return places;
}

export function matchPhrases(search: PhraseSearch, tokens: readonly ProseToken[]): PhraseMatch[] {
  const found: PhraseMatch[] = [];
  const tests = search.phrases.map((phrase) => phrase.map(partTest));
  for (let first = 0; first < tokens.length; first++) {
    for (const [index, phrase] of search.phrases.entries()) {
      const last = matchAt(tests[index]!, phrase, { tokens, first, everywhere: search.everywhere === true });
      if (last === undefined || isExcused(search, tokens, { first, last })) continue;
      found.push({ first, last });
      break;
    }
  }
  return found;
}

/** How far around a phrase what it lacks is looked for. */
const LACK_REACH = 4;

function isExcused(
  { unless = [], without = [] }: PhraseSearch,
  tokens: readonly ProseToken[],
  { first, last }: PhraseMatch,
): boolean {
  if (unless.includes("negated") && isNegated(tokens, first)) return true;
  if (unless.includes("name") && (isName(tokens, first) || isName(tokens, last))) return true;
  const tests = without.map(partTest);
  const from = Math.max(0, first - 2);
  for (let at = from; at <= Math.min(tokens.length - 1, last + LACK_REACH); at++)
    if (tokens[at]!.sentence === tokens[first]!.sentence && tests.some((test) => test(tokens, at)))
      return true;
  return false;
}

/** A capital letter in the middle of a sentence. */
export const isName = (tokens: readonly ProseToken[], at: number): boolean =>
  /^\p{Lu}\p{Ll}/u.test(tokens[at]!.text) && tokens[at - 1]?.kind === "word";

interface Position {
  readonly tokens: readonly ProseToken[];
  readonly first: number;
  readonly everywhere: boolean;
}

type PartTest = (tokens: readonly ProseToken[], at: number) => boolean;

function partTest(part: PhrasePart): PartTest {
  const test = wordTest(part);
  const { left, right } = part;
  if (left === undefined && right === undefined) return (tokens, at) => test(tokens[at]!);
  return (tokens, at) =>
    test(tokens[at]!) &&
    (left === undefined || mayFollow(left, tokens, at)) &&
    (right === undefined || right.includes(neighbourAfter(tokens, at)));
}

function mayFollow(left: readonly Neighbour[], tokens: readonly ProseToken[], at: number): boolean {
  const neighbour = neighbourBefore(tokens, at);
  if (left.includes(neighbour)) return true;
  // "The agent guaranteed": no noun ends like this.
  return neighbour === "modified" && left.includes("clause") && /(?:ed|ing)$/u.test(tokens[at]!.lower);
}

function wordTest({ as, any }: PhrasePart): (token: ProseToken) => boolean {
  const words = new Set(any);
  if (as === "exact") return ({ text }) => words.has(text);
  if (as === "word") return ({ lower }) => words.has(lower);
  if (as === "form") return ({ root }) => words.has(root);
  if (as === "class") return (token) => classesOf(token).some((name) => words.has(name));
  return ({ lower, kind }) =>
    kind === "word" &&
    any.some((start) => lower.startsWith(start) && lower.length - start.length <= LONGEST_ENDING);
}

/** The reachable ends part by part. Gaps are bounded, so each step looks at a bounded number of tokens. */
function matchAt(
  tests: readonly PartTest[],
  phrase: Phrase,
  { tokens, first, everywhere }: Position,
): number | undefined {
  const start = tokens[first]!;
  if ((start.isHidden && !everywhere) || tests[0]?.(tokens, first) !== true) return undefined;
  let ends = [first];
  for (let part = 1; part < tests.length; part++) {
    const next = new Set<number>();
    for (const end of ends)
      for (const at of within(tokens, end, phrase[part]!.gap ?? 0))
        if ((everywhere || !tokens[at]!.isHidden) && tests[part]!(tokens, at)) next.add(at);
    if (next.size === 0) return undefined;
    ends = [...next];
  }
  return Math.min(...ends);
}

/** The tokens after one, in its sentence, with at most so many words in between. */
function* within(tokens: readonly ProseToken[], after: number, gap: number): Generator<number> {
  const { sentence } = tokens[after]!;
  let words = 0;
  for (let at = after + 1; at < tokens.length && at - after <= 3 * gap + 2; at++) {
    const token = tokens[at]!;
    if (token.sentence !== sentence || words > gap) return;
    yield at;
    if (token.kind === "word" || token.kind === "number" || (gap === 0 && token.kind === "sign")) words += 1;
  }
}

function isNegated(tokens: readonly ProseToken[], first: number): boolean {
  const { sentence } = tokens[first]!;
  let words = 0;
  for (let at = first - 1; at >= 0 && words < NEGATION_REACH && tokens[at]!.sentence === sentence; at--) {
    const { kind, lower, root } = tokens[at]!;
    if (NEGATIONS.has(lower) || NEGATIONS.has(root)) return true;
    if (kind === "word") words += 1;
  }
  return false;
}
