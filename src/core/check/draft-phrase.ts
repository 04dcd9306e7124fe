import { describedWords, type DescribedWords } from "./described-words.ts";
import {
  isName,
  matchPhrases,
  MOST_PARTS,
  WIDEST_GAP,
  type Phrase,
  type PhraseMatch,
  type PhrasePart,
  type PhraseSearch,
} from "./phrase.ts";
import { readExamples, type ProseExample, type ProseExamples } from "./prose-example.ts";
import { proseTokens, SENTENCE_START, type ProseToken } from "./prose-tokens.ts";
import { shareWords, type SharedPart } from "./share-words.ts";
import { classesOf, neighbourAfter, neighbourBefore, SHAPED, wordWeight } from "./word-classes.ts";

const FEWEST_EXAMPLES = 2;

interface Case extends ProseExamples {
  readonly described: DescribedWords;
  readonly everywhere: boolean;
  readonly without: readonly PhrasePart[];
}

interface Candidate {
  readonly search: PhraseSearch;
  readonly score: number;
}

/** The phrases that corrections of the same mistake strike out or replace, or undefined if none can be trusted. */
export function draftPhrases(
  corrections: readonly { readonly before: string; readonly after: string }[],
  description = "",
): PhraseSearch | undefined {
  const read = corrections.length < FEWEST_EXAMPLES ? undefined : readExamples(corrections);
  if (read === undefined) return undefined;
  const { examples, change } = read;
  const without = change === "addition" ? sharedAdditions(examples) : [];
  if (without === undefined) return undefined;
  const everywhere = examples.some(({ before, focus }) => [...focus].every((at) => before[at]!.isHidden));
  const found: Case = { ...read, described: describedWords(description, examples), everywhere, without };
  const quoted = change === "addition" ? undefined : quotedPhrases(found);
  const all = [
    ...(quoted === undefined ? [] : [quoted]),
    ...proposePhrases(found).flatMap((phrase) => weigh(phrase, found) ?? []),
  ];
  return all.reduce<Candidate | undefined>(
    (best, one) => (best !== undefined && best.score >= one.score ? best : one),
    undefined,
  )?.search;
}

/** What the corrections put in: words or a class that all share. Undefined if they share nothing. */
function sharedAdditions(examples: readonly ProseExample[]): readonly PhrasePart[] | undefined {
  const names = examples.map(({ added }) => new Set(added.flatMap(classesOf)));
  const classes = [...names[0]!].filter((name) => names.every((some) => some.has(name)) && !SHAPED.has(name));
  const roots = examples.map(
    ({ added }) => new Set(added.filter((token) => wordWeight(token) >= 0.9).map(({ root }) => root)),
  );
  const isShared = [...roots[0]!].some((root) => roots.every((some) => some.has(root)));
  if (classes.length === 0 && !isShared) return undefined;
  const words = new Set(roots.flatMap((some) => [...some]));
  const any: PhrasePart[] = [{ as: "form", any: [...words] }];
  return classes.length === 0 ? any : [...any, { as: "class", any: classes }];
}

/** The phrases that the description quotes or lists if each correction strikes out one of them. */
function quotedPhrases(found: Case): Candidate | undefined {
  const { described, examples } = found;
  const added = new Set(examples.flatMap(({ after }) => after.map(({ root }) => root)));
  const phrases = described.phrases.map((tokens) =>
    tokens.map((token): PhrasePart => {
      const isForm = wordWeight(token) === 1 && !added.has(token.root);
      return isForm ? { as: "form", any: [token.root] } : { as: "word", any: [token.lower] };
    }),
  );
  const telling = phrases.filter((phrase) => phrase.some((part) => partWeight(part) >= 0.9));
  const search = telling.length === 0 ? undefined : narrow(telling, found);
  return search === undefined ? undefined : { search, score: 9 };
}

function proposePhrases({ examples, change, described }: Case): Phrase[] {
  const phrases = new Map<string, Phrase>();
  for (const context of change === "addition" ? [6] : [0, 2]) {
    const shared = shareWords(examples, {
      context,
      isExact: change === "letters",
      alternatives: described.alternatives,
    });
    for (const line of runs(shared, examples))
      for (let from = 0; from < line.length; from++)
        for (let to = Math.min(line.length, from + MOST_PARTS); to > from; to--)
          for (const parts of [line.slice(from, to), line.slice(from, to).filter(saysMuch)]) {
            const phrase = isFocused(parts, examples) ? toPhrase(parts, examples) : undefined;
            if (phrase !== undefined) phrases.set(JSON.stringify(phrase), phrase);
          }
  }
  return [...phrases.values()];
}

const saysMuch = ({ token }: SharedPart): boolean => wordWeight(token) >= 0.4;

/** Whether something that matters was changed. */
const isFocused = (parts: readonly SharedPart[], examples: readonly ProseExample[]): boolean =>
  parts.some(
    ({ token, places }) =>
      wordWeight(token) >= 0.2 && places.every((at, index) => examples[index]!.focus.has(at)),
  );

/** Parts that follow one another in the same sentence of each example, near enough. */
function runs(
  parts: readonly SharedPart[],
  examples: readonly ProseExample[],
): readonly (readonly SharedPart[])[] {
  const found: SharedPart[][] = [];
  let last: SharedPart | undefined;
  for (const part of parts) {
    if (last !== undefined && gapBetween(last, part, examples) !== undefined) found.at(-1)?.push(part);
    else found.push([part]);
    last = part;
  }
  return found;
}

/** How many words the examples have between two parts at most, or undefined if that is too many. */
function gapBetween(
  one: SharedPart,
  other: SharedPart,
  examples: readonly ProseExample[],
): number | undefined {
  let most = 0;
  for (const [index, { before }] of examples.entries()) {
    const [from, to] = [one.places[index]!, other.places[index]!];
    if (before[from]!.sentence !== before[to]!.sentence) return undefined;
    const between = before.slice(from + 1, to);
    const words = between.filter(({ kind }) => kind === "word" || kind === "number").length;
    most = Math.max(most, words > 0 ? words : between.length > 0 ? 1 : 0);
  }
  return most > WIDEST_GAP - 2 ? undefined : most;
}

function toPhrase(parts: readonly SharedPart[], examples: readonly ProseExample[]): Phrase | undefined {
  const phrase: PhrasePart[] = [];
  for (const [index, part] of parts.entries()) {
    const gap = index === 0 ? 0 : gapBetween(parts[index - 1]!, part, examples);
    if (gap === undefined) return undefined;
    const own = isInflected(part)
      ? ({ as: "form", any: [part.token.root] } as const)
      : { as: part.as, any: part.any };
    phrase.push({ ...own, ...(gap === 0 ? {} : { gap: Math.min(WIDEST_GAP, gap + 1) }) });
  }
  return phrase;
}

/** Words that say much are looked for in all their forms. */
const isInflected = ({ as, token }: SharedPart): boolean =>
  as === "word" && token.kind === "word" && wordWeight(token) === 1;

/** The phrases with their conditions if they are in what every correction changed and in nothing that they left. */
function narrow(phrases: readonly Phrase[], found: Case): PhraseSearch | undefined {
  const { examples, everywhere, without } = found;
  const base = { ...(everywhere ? { everywhere } : {}), ...(without.length > 0 ? { without } : {}) };
  const neighbours = withNeighbours(phrases, found);
  const places = examples.map((example) => focused({ phrases, ...base }, example));
  if (places.includes(undefined)) return undefined;
  const isWords = phrases.every(([first]) => isWording(first!));
  const isNamed = examples.some(
    ({ before }, index) => isName(before, places[index]!.first) || isName(before, places[index]!.last),
  );
  const unless = isWords ? (isNamed ? (["negated"] as const) : (["negated", "name"] as const)) : [];
  const tries: readonly PhraseSearch[] = [
    { phrases: neighbours, ...base, ...(unless.length > 0 ? { unless } : {}) },
    { phrases: neighbours, ...base },
    { phrases, ...base },
  ];
  return tries.find((search) => hitsAll(search, examples));
}

const isWording = ({ as, any }: PhrasePart): boolean =>
  as === "class" ? !SHAPED.has(any[0]!) : as !== "exact" && /^[\p{L}\p{M}]/u.test(any[0]!);

/** A single word means one thing as a noun and another as a verb: what is next to it tells. */
function withNeighbours(phrases: readonly Phrase[], { examples, change }: Case): readonly Phrase[] {
  const seen = examples.flatMap(({ before, focus }) =>
    matchPhrases({ phrases, everywhere: true }, before)
      .filter((match) => overlaps(match, focus))
      .map(({ first }) => ({ before, first })),
  );
  const bare = seen.filter(({ before, first }) => !/(?:ed|ing)$/u.test(before[first]!.lower));
  const left = new Set(
    (bare.length > 0 ? bare : seen).map(({ before, first }) => neighbourBefore(before, first)),
  );
  if (left.has("clause")) left.add("start");
  const goesOn = seen.some(({ before, first }) => neighbourAfter(before, first) === "preposition");
  return phrases.map((phrase) => {
    const [part] = phrase;
    const isSingle = phrase.filter((one) => partWeight(one) >= 0.9).length === 1 && partWeight(part!) >= 0.9;
    if (change === "addition" ? part!.as === "exact" : !isSingle || !isWording(part!)) return phrase;
    if (isAdverb(part!))
      return phrase.length > 1 || goesOn ? phrase : [{ ...part!, right: ["start", "other"] }];
    if (seen.length < examples.length || left.size === 0 || (part!.as === "class" && change !== "addition"))
      return phrase;
    return phrase.with(0, { ...part!, left: [...left] });
  });
}

const isAdverb = ({ as, any }: PhrasePart): boolean =>
  as === "class"
    ? any.every((name) => ADVERBS.has(name))
    : any.every((word) =>
        proseTokens(word).some((token) => classesOf(token).some((name) => ADVERBS.has(name))),
      );

const ADVERBS = new Set(["minimiser", "soon", "intensifier", "hedge", "adverb"]);

const focused = (search: PhraseSearch, { before, focus }: ProseExample): PhraseMatch | undefined =>
  matchPhrases(search, before).find((match) => overlaps(match, focus));

const hitsAll = (search: PhraseSearch, examples: readonly ProseExample[]): boolean =>
  examples.every(
    (example) => matchPhrases(search, example.after).length === 0 && focused(search, example) !== undefined,
  );

function overlaps({ first, last }: PhraseMatch, focus: ReadonlySet<number>): boolean {
  for (let at = first; at <= last; at++) if (focus.has(at)) return true;
  return false;
}

/** How much speaks for a phrase, or undefined if it cannot be trusted. */
function weigh(phrase: Phrase, found: Case): Candidate | undefined {
  const search = narrow([phrase], found);
  if (search === undefined || isCutShort(phrase, found)) return undefined;
  const { examples, described } = found;
  const weights = phrase.map(partWeight);
  const content = weights.reduce((sum, weight) => sum + weight, 0);
  const named = phrase.filter(
    ({ as, any }, index) =>
      weights[index]! >= 0.9 &&
      any.some((word) => described.named.has(as === "class" ? `class ${word}` : word)),
  ).length;
  const purity = mean(examples.map((example) => explained(search, example, content)));
  if (content < 1.9 && (content < 0.9 || (named === 0 && purity < 0.6))) return undefined;
  // Small words that are not right beside another part are there by chance.
  const loose = phrase.filter((part, index) => weights[index]! <= 0.2 && isLoose(phrase, part, index)).length;
  // What is added belongs right beside what it is added to.
  const gaps = found.change === "addition" ? phrase.reduce((sum, { gap = 0 }) => sum + 0.1 * gap, 0) : 0;
  return {
    search,
    score:
      2 * Math.min(named, 2) + 3 * purity + Math.min(content, 3) - 0.05 * phrase.length - 0.5 * loose - gaps,
  };
}

const isLoose = (phrase: Phrase, { any }: PhrasePart, index: number): boolean =>
  any[0] === SENTENCE_START ||
  any[0] === "." ||
  (index > 0 ? (phrase[index]!.gap ?? 0) : (phrase[1]?.gap ?? 0)) > 0;

/** Which share of what a correction changed is the phrase. */
function explained(search: PhraseSearch, example: ProseExample, content: number): number {
  const { before, focus } = example;
  const { first, last } = focused(search, example)!;
  let [all, own] = [0, 0];
  for (const at of focus) {
    const weight = wordWeight(before[at]!);
    all += weight;
    if (at >= first && at <= last) own += weight;
  }
  return Math.min(own, content + 0.2) / Math.max(all, 0.1);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The description quotes a longer phrase, and corrections strike out the rest of it as well. */
function isCutShort(phrase: Phrase, { described, examples }: Case): boolean {
  const has = (token: ProseToken): boolean => phrase.some((part) => covers(part, token));
  const share = (test: (example: ProseExample) => boolean): number =>
    examples.filter(test).length / examples.length;
  return described.phrases.some((tokens) => {
    if (!tokens.some((token) => wordWeight(token) === 1 && has(token))) return false;
    return tokens.some((token, index) => {
      if (has(token) || examples.every(({ after }) => after.some(({ root }) => root === token.root)))
        return false;
      const begins = share(({ before }) => before.some(({ lower }) => lower.startsWith(token.root)));
      if (wordWeight(token) === 1) return begins > 0.5;
      return begins === 1 && (index === 0 || index === tokens.length - 1);
    });
  });
}

function covers({ as, any }: PhrasePart, token: ProseToken): boolean {
  if (as === "class") return classesOf(token).some((name) => any.includes(name));
  if (as === "start") return any.some((start) => token.lower.startsWith(start));
  return any.includes(as === "form" ? token.root : as === "exact" ? token.text : token.lower);
}

function partWeight({ as, any }: PhrasePart): number {
  if (as === "class") return 0.9;
  const lower = any[0]!.toLowerCase();
  const kind = lower === SENTENCE_START ? "edge" : /^[\p{L}\p{M}\p{N}]/u.test(lower) ? "word" : "sign";
  return wordWeight({ kind, lower });
}
