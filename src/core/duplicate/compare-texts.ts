import { defined } from "../defined.ts";
import { cosine } from "../judge/cosine.ts";
import type { Passage } from "./passages.ts";
import { stem } from "../english/stem.ts";
import { tagWords } from "../english/tagged-words.ts";
import { tokensOf } from "../english/tokens.ts";
import claims from "./claim-words.json" with { type: "json" };

const NEGATORS = new Set(claims.negators.split(" "));

const NUMBERS = new Set(claims.numbers.split(" "));

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

/** Passages in nearly the same words that claim different things are not counted as more alike than this. */
const MOST_IF_DIFFERENT = 0.6;
/** Only for passages so near does a word decide whether they claim the same. */
const READ_FROM = 0.7;

/** A passage with its vector. */
export interface PlacedPassage extends Passage {
  readonly vector: Float32Array;
}

/** Two passages that answer each other. */
export interface AlignedPassages {
  readonly score: number;
  readonly ours: Passage;
  readonly theirs: Passage;
  /** Why they claim different things although they read alike. */
  readonly differs?: string;
}

export interface TextLikeness {
  /** How much of the text is said in the other: the mean over its passages, by their words, of how near the nearest passage there is. */
  readonly score: number;
  /** How much of the other is said in the text. */
  readonly covered: number;
  /** The cosine of both texts as a whole. */
  readonly whole: number;
  /** For each passage of the text the nearest of the other, in order. */
  readonly passages: readonly AlignedPassages[];
}

/** Compares a text with another, passage by passage. The cost is that of the number of pairs of passages. */
export function compareTexts(ours: readonly PlacedPassage[], theirs: readonly PlacedPassage[]): TextLikeness {
  const read = createReader();
  const passages = ours.flatMap((passage) => nearestTo(passage, theirs, read) ?? []);
  const back = theirs.flatMap((passage) => nearestTo(passage, ours, read) ?? []);
  return { score: meanOf(passages), covered: meanOf(back), whole: wholeCosine(ours, theirs), passages };
}

type Reader = (passage: Passage) => ClaimSigns;

function createReader(): Reader {
  const known = new Map<Passage, ClaimSigns>();
  return (passage) => {
    const signs = known.get(passage) ?? claimSigns(passage.text);
    known.set(passage, signs);
    return signs;
  };
}

function nearestTo(
  passage: PlacedPassage,
  others: readonly PlacedPassage[],
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

/** The model hears how alike two passages sound; whether they claim the same, it mostly does not. */
function readClaims(
  likeness: number,
  ours: ClaimSigns,
  theirs: ClaimSigns,
): { readonly score: number; readonly differs?: string } {
  const differs = differingClaim(ours, theirs);
  if (differs !== undefined) return { score: Math.min(likeness, MOST_IF_DIFFERENT), differs };
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

function wholeCosine(ours: readonly PlacedPassage[], theirs: readonly PlacedPassage[]): number {
  const [a, b] = [meanVector(ours), meanVector(theirs)];
  return a === undefined || b === undefined ? 0 : Math.max(0, cosine(a, b));
}

function meanVector(passages: readonly PlacedPassage[]): Float32Array | undefined {
  const [first] = passages;
  if (first === undefined) return undefined;
  const sum = new Float32Array(first.vector.length);
  for (const { vector, words } of passages) {
    for (let at = 0; at < sum.length; at += 1) sum[at]! += vector[at]! * Math.max(1, words);
  }
  const length = Math.sqrt(cosine(sum, sum));
  return length === 0 ? undefined : sum.map((value) => value / length);
}

/** What of a passage makes it another claim than one in nearly the same words. */
interface ClaimSigns {
  readonly words: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly negations: number;
  /** What it is about: the stems of its nouns and names. */
  readonly things: ReadonlySet<string>;
  /** Those of them that cannot be verbs. */
  readonly sureThings: ReadonlySet<string>;
}

export function claimSigns(text: string): ClaimSigns {
  const words = new Set<string>();
  const numbers = new Set<string>();
  const things = new Set<string>();
  const sureThings = new Set<string>();
  let negations = 0;
  for (const { word, part, base } of tagWords(tokensOf(text))) {
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

/** Why two passages that read alike claim different things; nothing if no word says so. */
export function differingClaim(a: ClaimSigns, b: ClaimSigns): string | undefined {
  const [ours, theirs] = [without(a.numbers, b.numbers), without(b.numbers, a.numbers)];
  if (ours.length > 0 && theirs.length > 0) return `other numbers: ${ours[0]} and ${theirs[0]}`;
  if (a.negations % 2 !== b.negations % 2) return "one says it and the other denies it";
  for (const word of without(a.words, b.words)) {
    const opposite = [...(OPPOSITES.get(word) ?? [])].find((each) => b.words.has(each) && !a.words.has(each));
    if (opposite !== undefined) return `opposites: ${word} and ${opposite}`;
  }
  return undefined;
}

/** Which part of what two passages are about was put in another's place: "coffee drinkers" and "tea drinkers". */
export function swappedThings(a: ClaimSigns, b: ClaimSigns): number {
  const [ours, theirs] = [without(a.things, b.words), without(b.things, a.words)];
  // "They finish" and "they end" is another word for the same; "walks" and "bus rides" is not.
  const isSure = ours.some((each) => a.sureThings.has(each)) || theirs.some((each) => b.sureThings.has(each));
  const swapped = isSure ? Math.min(ours.length, theirs.length) : 0;
  return swapped === 0 ? 0 : swapped / Math.max(a.things.size, b.things.size);
}
