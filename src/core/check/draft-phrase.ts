import type { CodeCorrection } from "./draft-check.ts";
import { matchPhrases, MOST_PARTS, WIDEST_GAP, type Phrase, type PhrasePart, type PhraseSearch } from "./phrase.ts";
import { proseTokens, type ProseToken } from "./prose-tokens.ts";
import { classesOf, SHAPED, wordWeight } from "./word-classes.ts";

const FEWEST_EXAMPLES = 2;
/** Longer texts show too much that is not the mistake, and would take too long. */
const MOST_TOKENS = 1_200;

/** A text before and after its correction. */
interface ProseExample {
  readonly before: readonly ProseToken[];
  readonly after: readonly ProseToken[];
  /** What the correction took out of `before`. */
  readonly removed: ReadonlySet<number>;
}

/** The phrases that corrections of the same mistake strike out or replace, or undefined if none can be trusted. */
export function draftPhrases(corrections: readonly CodeCorrection[], description = ""): PhraseSearch | undefined {
  if (corrections.length < FEWEST_EXAMPLES) return undefined;
  const examples = readExamples(corrections);
  if (examples === undefined) return undefined;
  const described = describedWords(description);
  const everywhere = examples.some(({ before, removed }) => [...removed].every((at) => before[at]!.isHidden));
  const candidates = proposePhrases(examples).flatMap((phrase) => {
    const search = narrow([phrase], examples, everywhere);
    return search === undefined ? [] : [{ search, ...weigh(search, examples, described) }];
  });
  let best: (typeof candidates)[number] | undefined;
  for (const candidate of candidates)
    if (candidate.isTrusted && (best === undefined || candidate.score > best.score)) best = candidate;
  return best?.search ?? listedWords(examples, description, everywhere);
}

function readExamples(corrections: readonly CodeCorrection[]): ProseExample[] | undefined {
  const examples: ProseExample[] = [];
  for (const correction of corrections) {
    const [before, after] = [proseTokens(correction.before), proseTokens(correction.after)];
    if (before.length > MOST_TOKENS || after.length > MOST_TOKENS) return undefined;
    let removed = removedFrom(before, after, ({ lower }) => lower);
    // Only letters were made large or small, or a short form was written out.
    if (removed.size === 0) removed = removedFrom(before, after, ({ text }) => text);
    if (removed.size === 0) return undefined;
    examples.push({ before, after, removed });
  }
  return examples;
}

/** What is in no longest common subsequence. */
function removedFrom(
  before: readonly ProseToken[],
  after: readonly ProseToken[],
  key: (token: ProseToken) => string,
): ReadonlySet<number> {
  const [left, right] = [before.map(key), after.map(key)];
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        left[row] === right[column]
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
  const removed = new Set<number>();
  for (let row = 0, column = 0; row < left.length; ) {
    if (column < right.length && left[row] === right[column]) {
      row += 1;
      column += 1;
    } else if (column < right.length && lengths[row * width + column + 1]! >= lengths[(row + 1) * width + column]!)
      column += 1;
    else {
      if (before[row]!.kind !== "edge") removed.add(row);
      row += 1;
    }
  }
  return removed;
}

/** What the examples share at one place: a part, and where each example has it. */
interface SharedPart {
  readonly as: PhrasePart["as"];
  readonly value: string;
  /** Every word that was seen there. */
  readonly words: ReadonlySet<string>;
  readonly classes: readonly string[];
  readonly token: Pick<ProseToken, "kind" | "lower">;
  readonly places: readonly number[];
}

function proposePhrases(examples: readonly ProseExample[]): Phrase[] {
  const isCase = examples.every(({ before, after, removed }) => isOnlySpelling(before, after, removed));
  const phrases = new Map<string, Phrase>();
  for (const context of [0, 2])
    for (const line of runs(shareAll(examples, context, isCase), examples))
      for (let from = 0; from < line.length; from++)
        for (let to = Math.min(line.length, from + MOST_PARTS); to > from; to--)
          for (const parts of [line.slice(from, to), line.slice(from, to).filter(saysMuch)]) {
            if (parts.length === 0) continue;
            const phrase = toPhrase(parts, examples);
            if (phrase !== undefined) phrases.set(JSON.stringify(phrase), phrase);
          }
  return [...phrases.values()];
}

const isOnlySpelling = (
  before: readonly ProseToken[],
  after: readonly ProseToken[],
  removed: ReadonlySet<number>,
): boolean => {
  const kept = new Set(after.map(({ lower }) => lower));
  return [...removed].every((at) => kept.has(before[at]!.lower)) && before.length === after.length;
};

const saysMuch = ({ token }: SharedPart): boolean => wordWeight(token) >= 0.4;

/** The longest line of parts that all examples share, folding one after the other into the first. */
function shareAll(examples: readonly ProseExample[], context: number, isCase: boolean): readonly SharedPart[] {
  const [first, ...rest] = examples;
  let parts: readonly SharedPart[] = inView(first!, context).map((at) => {
    const token = first!.before[at]!;
    return {
      as: isCase ? "exact" : "word",
      value: isCase ? token.text : token.lower,
      words: new Set([token.lower]),
      classes: classesOf(token),
      token,
      places: [at],
    };
  });
  for (const example of rest) parts = fold(parts, example, inView(example, context));
  return parts;
}

/** What was removed, with so many tokens around it. */
function inView({ before, removed }: ProseExample, context: number): number[] {
  const seen: number[] = [];
  for (let at = 0; at < before.length; at++)
    for (let near = at - context; near <= at + context; near++)
      if (removed.has(near) || (before[at]!.kind === "edge" && removed.has(at + 1))) {
        seen.push(at);
        break;
      }
  return seen;
}

/** The alignment of greatest weight. */
function fold(parts: readonly SharedPart[], example: ProseExample, places: readonly number[]): readonly SharedPart[] {
  const width = places.length + 1;
  const weights = new Float32Array((parts.length + 1) * width);
  const joined = parts.map((part) => places.map((at) => join(part, example.before[at]!, at)));
  for (let row = parts.length - 1; row >= 0; row--)
    for (let column = places.length - 1; column >= 0; column--) {
      const one = joined[row]![column];
      const skipped = Math.max(weights[(row + 1) * width + column]!, weights[row * width + column + 1]!);
      const taken = one === undefined ? 0 : weights[(row + 1) * width + column + 1]! + weightOf(one);
      weights[row * width + column] = Math.max(skipped, taken);
    }
  const found: SharedPart[] = [];
  for (let row = 0, column = 0; row < parts.length && column < places.length; ) {
    const here = weights[row * width + column]!;
    const one = joined[row]![column];
    if (one !== undefined && Math.abs(here - weights[(row + 1) * width + column + 1]! - weightOf(one)) < 1e-4) {
      found.push(one);
      row += 1;
      column += 1;
    } else if (Math.abs(here - weights[(row + 1) * width + column]!) < 1e-4) row += 1;
    else column += 1;
  }
  return found;
}

const SPECIFICITY: Readonly<Record<PhrasePart["as"], number>> = { exact: 3, word: 3, form: 2.8, start: 2, class: 1.4 };
const weightOf = ({ as, token }: SharedPart): number => SPECIFICITY[as] * wordWeight(token);

function join(part: SharedPart, token: ProseToken, at: number): SharedPart | undefined {
  if (part.token.kind !== token.kind && !(part.as === "class" && token.kind !== "sign" && token.kind !== "edge"))
    return undefined;
  const { as, value } = part;
  const classes = part.classes.filter((name) => classesOf(token).includes(name));
  const next = { classes, words: new Set([...part.words, token.lower]), token: part.token, places: [...part.places, at] };
  if (as === "exact") return value === token.text ? { ...next, as, value } : undefined;
  if (as === "word" && value === token.lower) return { ...next, as, value };
  const roots = as === "word" ? part.token.kind === "word" && rootOf(part) : as === "form" && value;
  if (roots !== false && roots === token.root) return { ...next, as: "form", value: token.root };
  if (classes.length > 0) return { ...next, as: "class", value: classes[0]! };
  const start = token.kind === "word" && as !== "class" ? sharedStart(as === "form" ? value : part.value, token.lower) : undefined;
  return start === undefined ? undefined : { ...next, as: "start", value: start };
}

const rootOf = ({ token }: SharedPart): string | false => ("root" in token ? (token as ProseToken).root : false);

/** The letters that two inflections of one word begin with. */
function sharedStart(one: string, other: string): string | undefined {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length >= 4 && length >= 0.6 * Math.max(one.length, other.length) ? one.slice(0, length) : undefined;
}

/** Parts that follow one another in the same sentence of each example, near enough. */
function runs(parts: readonly SharedPart[], examples: readonly ProseExample[]): readonly (readonly SharedPart[])[] {
  const found: SharedPart[][] = [];
  let last: SharedPart | undefined;
  for (const part of parts) {
    if (last !== undefined && gapBetween(last, part, examples) !== undefined) found.at(-1)!.push(part);
    else found.push([part]);
    last = part;
  }
  return found;
}

/** How many words the examples have between two parts at most, or undefined if that is too many. */
function gapBetween(one: SharedPart, other: SharedPart, examples: readonly ProseExample[]): number | undefined {
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
    const any = [part.value];
    phrase.push({ as: part.as === "word" && isInflected(part) ? "form" : part.as, any: part.as === "word" && isInflected(part) ? [rootOf(part) as string] : any, ...(gap === 0 ? {} : { gap: Math.min(WIDEST_GAP, gap + 1) }) });
  }
  return phrase;
}

/** Words that say much are looked for in all their forms. */
const isInflected = (part: SharedPart): boolean => part.token.kind === "word" && wordWeight(part.token) === 1 && rootOf(part) !== false;

/** The phrases if they are in what every correction removed and in nothing that they left. */
function narrow(
  phrases: readonly Phrase[],
  examples: readonly ProseExample[],
  everywhere: boolean,
): PhraseSearch | undefined {
  const plain: PhraseSearch = { phrases, ...(everywhere ? { everywhere } : {}) };
  // To deny something is seldom the mistake; another word for it is wanted in any sentence.
  const isClaim = phrases.every(([first]) => isWording(first!)) && !isRenamed(examples);
  for (const search of isClaim ? [{ ...plain, unless: "negated" as const }, plain] : [plain])
    if (hitsAll(search, examples)) return search;
  return undefined;
}

const isWording = ({ as, any }: PhrasePart): boolean =>
  as !== "exact" && (as !== "class" || !SHAPED.has(any[0]!)) && /^[\p{L}\p{M}]/u.test(any[0]!);

/** The corrections put the same word in. */
function isRenamed(examples: readonly ProseExample[]): boolean {
  const added = examples.map(({ before, after }) => {
    const roots = new Set(before.map(({ root }) => root));
    return new Set(after.filter((token) => wordWeight(token) === 1 && !roots.has(token.root)).map(({ root }) => root));
  });
  return [...added[0]!].some((root) => added.every((some) => some.has(root)));
}

const hitsAll = (search: PhraseSearch, examples: readonly ProseExample[]): boolean =>
  examples.every(
    ({ before, after, removed }) =>
      matchPhrases(search, after).length === 0 &&
      matchPhrases(search, before).some(({ first, last }) => {
        for (let at = first; at <= last; at++) if (removed.has(at)) return true;
        return false;
      }),
  );

interface Weighed {
  readonly score: number;
  readonly isTrusted: boolean;
}

function weigh(search: PhraseSearch, examples: readonly ProseExample[], described: ReadonlySet<string>): Weighed {
  const [phrase] = search.phrases;
  const telling = phrase!.map((part) => partWeight(part));
  const content = telling.reduce((sum, weight) => sum + weight, 0);
  const named = phrase!.filter((part, index) => telling[index]! >= 0.9 && part.any.some((word) => described.has(word) || described.has(`class ${word}`))).length;
  let purity = 0;
  for (const { before, removed } of examples) {
    const { first, last } = matchPhrases(search, before).find((match) => overlaps(match, removed))!;
    const weight = (at: number): number => wordWeight(before[at]!);
    const all = [...removed].reduce((sum, at) => sum + weight(at), 0);
    let own = 0;
    for (let at = first; at <= last; at++) if (removed.has(at)) own += weight(at);
    purity += Math.min(own, content + 0.2) / Math.max(all, 0.1) / examples.length;
  }
  const isTrusted = content >= 1.9 || (content >= 0.9 && (named > 0 || purity >= 0.6));
  return { isTrusted, score: 2 * Math.min(named, 2) + 3 * purity + Math.min(content, 3) - 0.05 * phrase!.length - 0.3 * telling.filter((weight) => weight < 0.1).length };
}

function partWeight({ as, any }: PhrasePart): number {
  if (as === "class") return 0.9;
  const lower = any[0]!.toLowerCase();
  return wordWeight({ kind: lower === "^" ? "edge" : /^[\p{L}\p{M}\p{N}]/u.test(lower) ? "word" : "sign", lower });
}

function overlaps({ first, last }: { readonly first: number; readonly last: number }, removed: ReadonlySet<number>): boolean {
  for (let at = first; at <= last; at++) if (removed.has(at)) return true;
  return false;
}

/** What a description names: its words, their roots and classes. */
function describedWords(description: string): ReadonlySet<string> {
  return new Set(
    proseTokens(description).flatMap((token) => [token.lower, token.root, ...classesOf(token).map((name) => `class ${name}`)]),
  );
}

/** Each correction strikes out another word of those that the description lists. */
function listedWords(
  examples: readonly ProseExample[],
  description: string,
  everywhere: boolean,
): PhraseSearch | undefined {
  const phrases = listedPhrases(description, examples);
  if (phrases.length === 0) return undefined;
  return narrow(phrases, examples, everywhere);
}

function listedPhrases(description: string, examples: readonly ProseExample[]): Phrase[] {
  const quoted = [...description.matchAll(/["“'‘`]([\p{L}\p{M}][^"”'’`\n]{1,60})["”'’`]/gu)].map(([, words]) => words!);
  const added = new Set(examples.flatMap(({ after }) => after.map(({ root }) => root)));
  return quoted.flatMap((words) => {
    const parts = proseTokens(words).filter(({ kind }) => kind === "word" || kind === "number");
    if (parts.length === 0 || parts.length > MOST_PARTS || parts.every(({ root }) => added.has(root))) return [];
    return [parts.map((token): PhrasePart => (wordWeight(token) === 1 ? { as: "form", any: [token.root] } : { as: "word", any: [token.lower] }))];
  });
}
