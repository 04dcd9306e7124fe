import { wordSet } from "../text/word-set.ts";
import { stem } from "../english/stem.ts";
import { defined } from "../defined.ts";
import { cosine } from "../judge/judgement.ts";
import { tagWords } from "../english/tagged-words.ts";
import { tokenize } from "../english/tokens.ts";
import claims from "./claim-words.json" with { type: "json" };

/** The score from which a text is a near-duplicate, unless configured otherwise. */
export const DUPLICATE_AT = 0.85;

/** A part of a text that is compared as a whole. */
export interface Passage {
  readonly text: string;
  /** Line numbers in the text, from 1. */
  readonly line: number;
  readonly end_line: number;
  readonly words: number;
}

/** The model embeds passages up to this length well. */
const MAX_WORDS = 60;
/** Headings and other short passages are much the same in every text. */
const MIN_WORDS = 4;
const MAX_PASSAGES = 400;
const MAX_TEXT = 262_144;

/** Fields of a note's front matter that state something. The others describe the note itself. */
const HEADER_FIELDS = /^(?:title|description|claim|summary):/i;

/**
 * The passages of a text in order: paragraphs, with long ones split into groups of sentences. Headings and very
 * short passages are left out unless there is nothing else. Text beyond the limits is ignored.
 */
export function passagesOf(text: string): readonly Passage[] {
  const lines = text.slice(0, MAX_TEXT).split(/\r\n?|\n/);
  const found: Passage[] = [];
  let open: { text: string; line: number }[] = [];
  const finish = (): void => {
    if (open.length > 0) found.push(...splitParagraph(open));
    open = [];
  };
  const headerEnd = endOfHeader(lines);
  for (const [at, line] of lines.entries()) {
    if (found.length >= MAX_PASSAGES) break;
    const inHeader = at < headerEnd;
    const shown = inHeader ? headerText(line) : plainLine(line);
    const isApart = inHeader || /^\s{0,3}(?:#{1,6}\s|[-*+]\s|\d{1,3}[.)]\s|>)/.test(line);
    if (shown === "" || isApart) finish();
    if (shown !== "") open.push({ text: shown, line: at + 1 });
    if (inHeader || /^\s{0,3}#{1,6}\s/.test(line)) finish();
  }
  finish();
  const informative = found.filter(({ words }) => words >= MIN_WORDS);
  return (informative.length > 0 ? informative : found).slice(0, MAX_PASSAGES);
}

function endOfHeader(lines: readonly string[]): number {
  if (lines[0]?.trim() !== "---") return 0;
  const end = lines.findIndex((line, at) => at > 0 && line.trim() === "---");
  return end === -1 ? 0 : end + 1;
}

/** Strips Markdown from a line. */
const plainLine = (line: string): string =>
  line
    .trim()
    .replace(/^(?:#{1,6}|[-*+]|\d{1,3}[.)]|>)\s+/, "")
    .replaceAll(/[*_`[\]]/g, "")
    .trim();

const headerText = (line: string): string =>
  HEADER_FIELDS.test(line) ? unquoted(line.slice(line.indexOf(":") + 1)) : "";

const unquoted = (text: string): string => text.trim().replaceAll(/^["']|["']$/g, "");

function splitParagraph(lines: readonly { readonly text: string; readonly line: number }[]): Passage[] {
  const sentences = lines.flatMap(({ text, line }) =>
    text
      .split(/(?<=[.!?])\s+(?=[\p{Lu}\d"'(])/u)
      .map((sentence) => ({ text: sentence, line, words: countWords(sentence) })),
  );
  const passages: Passage[] = [];
  let group: typeof sentences = [];
  let words = 0;
  const finish = (): void => {
    const [first, last] = [group[0], group[group.length - 1]];
    if (first === undefined || last === undefined) return;
    passages.push({
      text: group.map(({ text }) => text).join(" "),
      line: first.line,
      end_line: last.line,
      words,
    });
    [group, words] = [[], 0];
  };
  for (const sentence of sentences) {
    if (words > 0 && words + sentence.words > MAX_WORDS) finish();
    group.push(sentence);
    words += sentence.words;
  }
  finish();
  return passages;
}

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

export function comparedWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]{2,40}/gu))
    words.add(stem(word));
  return words;
}

/**
 * The texts that share most words with one, as indexes, best first. Rare words weigh more. A near-duplicate shares
 * most of its words, so the others need not be embedded, which costs a thousand times as much.
 */
export function likelyRivals(
  words: ReadonlySet<string>,
  others: readonly ReadonlySet<string>[],
  most: number,
): readonly number[] {
  const holders = new Map<string, number>();
  for (const other of others) {
    for (const word of words) if (other.has(word)) holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const weightOf = (word: string): number =>
    Math.log(1 + (others.length + 1) / (1 + (holders.get(word) ?? 0)));
  return others
    .map((other, index) => {
      let shared = 0;
      for (const word of words) if (other.has(word)) shared += weightOf(word);
      return { index, shared };
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared || a.index - b.index)
    .slice(0, most)
    .map(({ index }) => index);
}

const NEGATORS = wordSet(claims.negators);

const NUMBERS = wordSet(claims.numbers);

const OPPOSITES = new Map<string, Set<string>>();

for (const [one = "", other = ""] of claims.opposites) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    OPPOSITES.set(from, (OPPOSITES.get(from) ?? new Set()).add(to));
  }
}

const plainNumber = (word: string): string => word.replaceAll(/[,%]/g, "").replace(/\.0+$/, "");

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...some].filter((each) => !others.has(each));

/** The highest score of passages with nearly the same words that claim different things. */
const MAX_SCORE_IF_DIFFERENT = 0.6;
/** The similarity from which single words decide whether passages claim the same. */
const READ_FROM = 0.7;

export interface EmbeddedPassage extends Passage {
  readonly vector: Float32Array;
}

/** A passage and the one most similar to it in the other text. */
export interface AlignedPassages {
  readonly score: number;
  readonly ours: Passage;
  readonly theirs: Passage;
  /** Why they claim different things although they read alike. */
  readonly differs?: string;
}

export interface TextLikeness {
  /**
   * How much of the text the other one covers: the mean similarity of its passages to the nearest one there,
   * weighted by length.
   */
  readonly score: number;
  /** How much of the other text this one covers. */
  readonly covered: number;
  /** The cosine similarity of the texts as a whole. */
  readonly whole: number;
  /** For each passage the nearest one of the other text, in order. */
  readonly passages: readonly AlignedPassages[];
}

/** Compares two texts passage by passage. The cost grows with the number of pairs. */
export function compareTexts(
  ours: readonly EmbeddedPassage[],
  theirs: readonly EmbeddedPassage[],
): TextLikeness {
  const read = cacheClaims();
  const passages = ours.flatMap((passage) => nearestTo(passage, theirs, read) ?? []);
  const back = theirs.flatMap((passage) => nearestTo(passage, ours, read) ?? []);
  return { score: meanOf(passages), covered: meanOf(back), whole: wholeCosine(ours, theirs), passages };
}

type Reader = (passage: Passage) => Claim;

function cacheClaims(): Reader {
  const known = new Map<Passage, Claim>();
  return (passage) => {
    const signs = known.get(passage) ?? readClaim(passage.text);
    known.set(passage, signs);
    return signs;
  };
}

function nearestTo(
  passage: EmbeddedPassage,
  others: readonly EmbeddedPassage[],
  read: Reader,
): AlignedPassages | undefined {
  let best: AlignedPassages | undefined;
  for (const other of others) {
    const likeness = Math.max(0, cosine(passage.vector, other.vector));
    if (best !== undefined && likeness <= best.score) continue;
    const { score, differs } =
      likeness < READ_FROM ? { score: likeness } : readClaims(likeness, read(passage), read(other));
    if (best !== undefined && score <= best.score) continue;
    best = { score, ours: passage, theirs: other, ...defined({ differs }) };
  }
  return best;
}

/** The model measures how similar two passages sound, but hardly whether they claim the same. */
function readClaims(
  likeness: number,
  ours: Claim,
  theirs: Claim,
): { readonly score: number; readonly differs?: string } {
  const differs = differingClaim(ours, theirs);
  if (differs !== undefined) return { score: Math.min(likeness, MAX_SCORE_IF_DIFFERENT), differs };
  const swapped = swappedThings(ours, theirs);
  return swapped === 0
    ? { score: likeness }
    : { score: likeness * (1 - swapped), differs: "they are about other things" };
}

function meanOf(passages: readonly AlignedPassages[]): number {
  const words = passages.reduce((sum, { ours }) => sum + ours.words, 0);
  if (words === 0) return 0;
  return passages.reduce((sum, { score, ours }) => sum + score * ours.words, 0) / words;
}

function wholeCosine(ours: readonly EmbeddedPassage[], theirs: readonly EmbeddedPassage[]): number {
  const [a, b] = [meanVector(ours), meanVector(theirs)];
  return a === undefined || b === undefined ? 0 : Math.max(0, cosine(a, b));
}

function meanVector(passages: readonly EmbeddedPassage[]): Float32Array | undefined {
  const [first] = passages;
  if (first === undefined) return undefined;
  const sum = new Float32Array(first.vector.length);
  for (const { vector, words } of passages) {
    for (let at = 0; at < sum.length; at += 1) sum[at]! += vector[at]! * Math.max(1, words);
  }
  const length = Math.sqrt(cosine(sum, sum));
  return length === 0 ? undefined : sum.map((value) => value / length);
}

/** The features that distinguish a passage from another claim in nearly the same words. */
interface Claim {
  readonly words: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly negations: number;
  /** Stems of its nouns and names. */
  readonly things: ReadonlySet<string>;
  /** The things that cannot be verbs. */
  readonly sureThings: ReadonlySet<string>;
}

export function readClaim(text: string): Claim {
  const words = new Set<string>();
  const numbers = new Set<string>();
  const things = new Set<string>();
  const sureThings = new Set<string>();
  let negations = 0;
  for (const { word, part, base } of tagWords(tokenize(text))) {
    if (part === "mark") continue;
    if (NEGATORS.has(word)) negations += 1;
    const pieces = word.split("-");
    if (part === "number" || /^[\d.,%]+$/.test(word) || pieces.every((piece) => NUMBERS.has(piece))) {
      numbers.add(plainNumber(word));
    }
    words.add(word);
    if (base !== undefined) words.add(base);
    words.add(stem(word));
    if (part !== "noun" && part !== "name") continue;
    things.add(stem(word));
    if (base === undefined) sureThings.add(stem(word));
  }
  return { words, numbers, negations, things, sureThings };
}

/** Why two similar passages claim different things, or undefined if no word says so. */
export function differingClaim(a: Claim, b: Claim): string | undefined {
  const [ours, theirs] = [without(a.numbers, b.numbers), without(b.numbers, a.numbers)];
  if (ours.length > 0 && theirs.length > 0) return `other numbers: ${ours[0]} and ${theirs[0]}`;
  if (a.negations % 2 !== b.negations % 2) return "one says it and the other denies it";
  for (const word of without(a.words, b.words)) {
    const opposite = [...(OPPOSITES.get(word) ?? [])].find((each) => b.words.has(each) && !a.words.has(each));
    if (opposite !== undefined) return `opposites: ${word} and ${opposite}`;
  }
  return undefined;
}

/** The share of things that differ between two passages: "coffee drinkers" and "tea drinkers". */
export function swappedThings(a: Claim, b: Claim): number {
  const [ours, theirs] = [without(a.things, b.words), without(b.things, a.words)];
  // "They finish" and "they end" mean the same; "walks" and "bus rides" do not.
  const isSure = ours.some((each) => a.sureThings.has(each)) || theirs.some((each) => b.sureThings.has(each));
  const swapped = isSure ? Math.min(ours.length, theirs.length) : 0;
  return swapped === 0 ? 0 : swapped / Math.max(a.things.size, b.things.size);
}
