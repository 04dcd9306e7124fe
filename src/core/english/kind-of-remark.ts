import { wordSet } from "../text/word-set.ts";
import { findOwnWords } from "./own-words.ts";
import { splitSentences, type SpelledSentence } from "./spelled-sentences.ts";
import { readTokens } from "./spelled-tokens.ts";
import TABLES from "./kind-of-remark.json" with { type: "json" };

const END = "$";

/**
 * What a remark is for. `correction` asks for a change. `praise`, `agreement` and `acknowledgement` approve,
 * consent, thank, apologise or promise. `status` reports what its writer did. `question` asks for information,
 * `musing` thinks aloud, and `reply` answers without asking for anything.
 */
export type RemarkKind =
  | "correction"
  | "praise"
  | "agreement"
  | "acknowledgement"
  | "status"
  | "question"
  | "musing"
  | "reply";

export interface RemarkContext {
  /** It answers another remark. */
  readonly isReply?: boolean;
  /** Its writer reviews the work: they started this thread or another one about the same work. */
  readonly byReviewer?: boolean;
  /** The author of the work wrote it. */
  readonly byAuthor?: boolean;
  /** It contains a change, such as a suggestion block. */
  readonly hasChange?: boolean;
  /** It came with an approval, so it asks for nothing unless the words do. */
  readonly approves?: boolean;
}

export interface KindOfRemark {
  readonly kind: RemarkKind;
  /** From 0 to 1. */
  readonly confidence: number;
}

type Mood = Exclude<RemarkKind, "correction" | "reply">;

/** Words between contrasts such as "but". */
interface Part {
  readonly words: readonly string[];
  readonly isQuestion: boolean;
  /** It follows "but" or a similar word. */
  readonly isReservation: boolean;
}

interface PartReading {
  readonly mood: Mood | undefined;
  /** Whether something is wanted or wrong: 0 no, 1 judging by the words used, 2 explicitly. */
  readonly wants: 0 | 1 | 2;
  readonly isReservation: boolean;
}

/** A remark that has asked for nothing by then will not. */
const MAX_READ = 4_000;
const MAX_PARTS = 40;

const phrasesOf = (list: readonly string[]): WordPhrases => compilePhrases(list, TABLES.classes);
const OPENINGS: ReadonlySet<string> = new Set(TABLES.openings);
const MOODS: readonly (readonly [Mood, WordPhrases])[] = [
  ["status", phrasesOf(TABLES.status)],
  ["acknowledgement", phrasesOf(TABLES.acknowledgement)],
  ["agreement", phrasesOf(TABLES.agreement)],
  ["praise", phrasesOf(TABLES.praise)],
  ["musing", phrasesOf(TABLES.musing)],
];
const ASKS = phrasesOf(TABLES.asks);
const WANTING = phrasesOf(TABLES.wanting);
const WANTS = phrasesOf(TABLES.wants);
const DEMANDS = phrasesOf(TABLES.demands);
const ORDERS = phrasesOf(TABLES.orders);
const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(TABLES.labels));

/** Tells corrections from other remarks. Text in another language counts as a statement. */
export function kindOfRemark(text: string, context: RemarkContext = {}): KindOfRemark {
  const read = text.slice(0, MAX_READ);
  const parts = splitIntoParts(read).map(readPart);
  const mood = parts.find((part) => part.mood !== undefined)?.mood;
  if (context.byAuthor === true) return { kind: mood ?? "reply", confidence: 0.9 };
  if (context.hasChange === true) return { kind: "correction", confidence: 0.9 };
  const label = labelOf(read);
  const opening = parts[0]?.mood;
  const wants = parts.reduce((most, part) => Math.max(most, part.wants), 0);
  if (context.isReply === true) {
    const needed = opening === undefined ? 1 : 2;
    const insists = context.byReviewer === true && opening !== "status" && wants >= needed;
    if (insists) return { kind: "correction", confidence: 0.6 };
    return { kind: mood ?? "reply", confidence: mood === undefined ? 0.6 : 0.8 };
  }
  if (label !== undefined && (label === "correction" || wants === 0)) return { kind: label, confidence: 0.9 };
  if (context.approves === true) {
    const asks = parts.some((part) => part.wants === 2 || (part.wants === 1 && part.isReservation));
    return asks ? { kind: "correction", confidence: 0.8 } : { kind: mood ?? "agreement", confidence: 0.7 };
  }
  if (wants > 0) return { kind: "correction", confidence: wants === 2 ? 0.9 : 0.8 };
  if (opening !== undefined) return { kind: opening, confidence: 0.8 };
  if (parts.length === 0) return { kind: "musing", confidence: 0.5 };
  return { kind: "correction", confidence: 0.5 };
}

/** An explicit label, such as "nit:", "**suggestion (non-blocking):**" or "[P1]". */
function labelOf(text: string): RemarkKind | undefined {
  const [, word] =
    /^[^\p{L}\p{N}]{0,12}([\p{L}\p{N}]{2,12})(?:\s?\([^()\n]{0,40}\))?[\]*:)]/u.exec(text) ?? [];
  return word === undefined ? undefined : (LABELS.get(word.toLowerCase()) as RemarkKind | undefined);
}

function splitIntoParts(text: string): readonly Part[] {
  const tokens = findOwnWords(text).flatMap(({ start, end }) => readTokens(text, start, end));
  return splitSentences(tokens).flatMap(splitAtTurns).slice(0, MAX_PARTS);
}

const TURNS = wordSet("but however although though except yet");
/** In "Yes, please rename it", the words before the comma are a part of their own because they are few. */
const SHORT = 4;

/** "Looks good, but please add a test" is two parts. */
function splitAtTurns({ text, isQuestion }: SpelledSentence): readonly Part[] {
  const words = text.split(" ");
  const parts: Part[] = [];
  let from = 0;
  const close = (to: number, asks: boolean): void => {
    const own = withoutOpenings(words.slice(from, to));
    const isReservation = TURNS.has(words[from] ?? "") || TURNS.has(words[from - 1] ?? "");
    if (own.length > 0) parts.push({ words: own, isQuestion: asks, isReservation });
  };
  for (const [at, word] of words.entries()) {
    const isTurn = at > from && TURNS.has(word);
    const isShort = [",", "-", ":"].includes(word) && at - from <= SHORT && at > from;
    if (!isTurn && !isShort) continue;
    close(at, false);
    from = at + 1;
  }
  close(words.length, isQuestion);
  return parts;
}

function withoutOpenings(words: readonly string[]): readonly string[] {
  let from = 0;
  while (from < words.length - 1 && OPENINGS.has(words[from]!)) from += 1;
  return words.slice(from);
}

function readPart(part: Part): PartReading {
  return { ...readMood(part), isReservation: part.isReservation };
}

function readMood({ words, isQuestion }: Part): Omit<PartReading, "isReservation"> {
  const mood = MOODS.find(([, table]) => table.matchAt(words, 0) > 0)?.[0];
  // What its writer did is not asked of anyone else.
  if (mood === "status") return { mood, wants: 0 };
  if (ASKS.matchAt(words, 0) > 0) return { mood: "question", wants: 0 };
  const demands = DEMANDS.matchAnywhere(words);
  if (isQuestion) {
    if (demands) return { mood, wants: 2 };
    return WANTING.matchAt(words, 0) > 0 ? { mood, wants: 1 } : { mood: mood ?? "question", wants: 0 };
  }
  if (ORDERS.matchAt(words, 0) > 0) return { mood, wants: 2 };
  if (mood === "acknowledgement") return { mood, wants: 0 };
  return { mood, wants: demands ? 2 : WANTS.matchAnywhere(words) ? 1 : 0 };
}

/**
 * Phrases of normalised words with one space between them: `a|b` is either word, `a?` is optional, `<name>` is any
 * word of a class, `$` is the end.
 */
interface WordPhrases {
  /** The number of words that the longest phrase starting there matches, or 0. */
  readonly matchAt: (words: readonly string[], at: number) => number;
  readonly matchAnywhere: (words: readonly string[]) => boolean;
}

interface Slot {
  readonly words: ReadonlySet<string>;
  readonly optional: boolean;
}

function compilePhrases(
  phrases: readonly string[],
  classes: Readonly<Record<string, readonly string[]>> = {},
): WordPhrases {
  const compiled = phrases.map((phrase) => phrase.split(" ").map((slot) => toSlot(slot, classes)));
  /** Indexed by first word, so that the cost hardly depends on the number of phrases. */
  const byFirst = new Map<string, (readonly Slot[])[]>();
  for (const slots of compiled) {
    for (const word of firstWords(slots)) {
      const known = byFirst.get(word);
      if (known === undefined) byFirst.set(word, [slots]);
      else known.push(slots);
    }
  }
  const matchAt = (words: readonly string[], at: number): number => {
    const candidates = byFirst.get(words[at] ?? END) ?? [];
    return candidates.reduce((longest, slots) => Math.max(longest, matchSlots(slots, 0, words, at) - at), 0);
  };
  return { matchAt, matchAnywhere: (words) => words.some((_, at) => matchAt(words, at) > 0) };
}

function toSlot(source: string, classes: Readonly<Record<string, readonly string[]>>): Slot {
  const optional = source.endsWith("?");
  const words = (optional ? source.slice(0, -1) : source)
    .split("|")
    .flatMap((word) => (word.startsWith("<") ? (classes[word.slice(1, -1)] ?? []) : [word]));
  return { words: new Set(words), optional };
}

function firstWords(slots: readonly Slot[]): ReadonlySet<string> {
  const first = new Set<string>();
  for (const { words, optional } of slots) {
    for (const word of words) first.add(word);
    if (!optional) break;
  }
  return first;
}

/** The index after the phrase, or -1. */
function matchSlots(slots: readonly Slot[], slot: number, words: readonly string[], at: number): number {
  const next = slots[slot];
  if (next === undefined) return at;
  const word = words[at];
  const fits = word === undefined ? next.words.has(END) : next.words.has(word);
  if (fits) {
    const end = matchSlots(slots, slot + 1, words, word === undefined ? at : at + 1);
    if (end !== -1) return end;
  }
  return next.optional ? matchSlots(slots, slot + 1, words, at) : -1;
}
