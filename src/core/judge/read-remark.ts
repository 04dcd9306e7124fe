import { cueAt, type FoundCue } from "./cue-at.ts";
import {
  ACTIONS,
  AFTER_ACTION,
  AGAINST,
  BEFORE_COMMAND,
  EXPECTED,
  INSTEAD,
  JOINTS,
  OBJECTS,
  PREFERRING,
} from "./remark-grammar.ts";
import { type Cue, type Mood, MOODS, NO_MOOD } from "./remark-cues.ts";
import { remarkWords, type RemarkWord, topicAt } from "./remark-words.ts";

/** What a remark asks, as far as its words tell. */
export interface Remark {
  /** Things it speaks of: above 0 it wants them, below 0 it does not, at 0 it only names them. */
  readonly things: ReadonlyMap<string, number>;
  /** From -1, it asks for something, to 1, it finds something needless. */
  readonly mood: number;
}

/** A thing of the clause that is being read. */
interface Named {
  readonly name: string;
  readonly sense: 1 | -1;
  /** Whether it is known what the remark wants of it. */
  isTold: boolean;
}

/** Where the reader stands. */
interface Reading {
  readonly words: readonly RemarkWord[];
  readonly asks: Uint8Array;
  readonly things: Map<string, number>;
  readonly moods: Set<Mood>;
  clause: Named[];
  /** What the clause before began with. */
  head: Named | undefined;
  isFirst: boolean;
  /** What is wanted of the things ahead, and of how many. */
  sign: number;
  reach: number;
  /** How many words ahead a refusal still turns. */
  turned: number;
  /** Behind `why`, what is named is in doubt. */
  doubts: boolean;
  /** Behind a `no` that may be a complaint or a wish. */
  isOpen: boolean;
  replaces: boolean;
  prefers: boolean;
}

/** How many things ahead a cue speaks of. */
const REACH = 3;
/** How far a refusal turns the cue behind it. */
const TURN = 3;
/** From which weight on a mood finds something needless. */
const FINDS_AT = 0.4;

export function readRemark(text: string): Remark {
  const words = remarkWords(text);
  const reading: Reading = {
    words,
    asks: questions(words),
    things: new Map(),
    moods: new Set(),
    clause: [],
    head: undefined,
    isFirst: true,
    sign: 0,
    reach: 0,
    turned: 0,
    doubts: false,
    isOpen: false,
    replaces: false,
    prefers: false,
  };
  for (let at = 0; at < words.length; at += readAt(reading, at));
  let mood = NO_MOOD;
  for (const each of reading.moods) mood += MOODS[each];
  return { things: reading.things, mood: Math.tanh(mood) };
}

/** Reads on from a word, and tells how many words it took. */
function readAt(reading: Reading, at: number): number {
  const word = reading.words[at]!;
  if (word.isMark) {
    endClause(reading, word);
    return 1;
  }
  const place = { isFirst: reading.isFirst, hasThing: reading.clause.length > 0 };
  const found = word.isCode ? undefined : cueAt(reading.words, at, place);
  if (found !== undefined) {
    takeCue(reading, at, found);
    return found.words.length;
  }
  if (reading.turned > 0) reading.turned -= 1;
  if (word.text === "no" && !word.isCode) {
    takeNo(reading, at);
    return 1;
  }
  return takeThing(reading, at);
}

function endClause(reading: Reading, mark: RemarkWord): void {
  if (mark.text === "?") reading.moods.add("question");
  if (mark.text !== ",") reading.doubts = false;
  reading.head = reading.clause[0] ?? reading.head;
  reading.clause = [];
  reading.isFirst = true;
  reading.sign = 0;
  reading.turned = 0;
  reading.isOpen = false;
  reading.replaces = false;
  reading.prefers = false;
}

function takeCue(reading: Reading, at: number, { cue, words }: FoundCue): void {
  const isTurned = reading.turned > 0 && cue.turns !== true && cue.ahead !== undefined;
  const keeps = isTurned && cue.ahead === -1;
  // What is not to be removed is to be kept.
  if (keeps) reading.moods.delete("refuse");
  if (cue.mood !== undefined) feel(reading, at, keeps ? "keep" : cue.mood);
  if (cue.behind !== undefined) tellBehind(reading, at, cue);
  if (cue.ahead !== undefined) {
    lookAhead(reading, cue, cue.ahead, isTurned);
    const { head, things, sign } = reading;
    if (head !== undefined && pointsBack(reading.words[at + words.length]) && things.get(head.name) === 0) {
      things.set(head.name, sign * head.sense);
    }
  }
  if (cue.mood === "doubt") reading.doubts = true;
  reading.replaces = cue.replaces === true;
  reading.prefers ||= words.some((each) => PREFERRING.has(each));
  reading.turned = cue.turns === true ? TURN : 0;
  if (!words.every((each) => BEFORE_COMMAND.has(each))) reading.isFirst = cue.turns === true;
}

function feel({ moods, asks }: Reading, at: number, mood: Mood): void {
  moods.add(mood);
  const finds = MOODS[mood] >= FINDS_AT;
  if (at === 0 && finds) moods.add("found first");
  if (at === 0 && (mood === "fear" || mood === "lack" || mood === "harm")) moods.add("asked first");
  if (asks[at] === 1 && finds && mood !== "doubt") moods.add("found in doubt");
}

/** What the clause named so far is wanted or not; a ban weighs more than what was read before. */
function tellBehind({ asks, clause, doubts, things }: Reading, at: number, { behind, mood }: Cue): void {
  // Who asks whether it is needed doubts it.
  const isAsked = asks[at] === 1 && mood === "lack";
  const sign = (behind ?? 0) * (isAsked ? -1 : 1) * (doubts ? -1 : 1);
  for (const named of clause) {
    if (sign === -1 || !named.isTold) things.set(named.name, sign * named.sense);
    named.isTold = true;
  }
}

function lookAhead(reading: Reading, cue: Cue, ahead: 1 | -1, isTurned: boolean): void {
  // What is not to be added is not wanted: stop adding, no reason to use.
  const staysBanned = reading.sign === -1 && cue.mood === "add" && reading.reach === REACH;
  if (!staysBanned) {
    const isDoubted = reading.doubts && cue.mood === undefined;
    reading.sign = ahead * (isTurned ? -1 : 1) * (isDoubted ? -1 : 1);
  }
  reading.reach = cue.reach ?? REACH;
}

/** `drop it` is about what the clause before began with. */
const pointsBack = (next: RemarkWord | undefined): boolean =>
  next === undefined || next.isMark || next.text === "it" || next.text === "them";

function takeNo(reading: Reading, at: number): void {
  const sign = noAt(reading.words, at, reading.asks[at] === 1);
  if (sign !== 0) reading.moods.add(sign === -1 ? "no" : "lack");
  reading.sign = sign;
  reading.isOpen = sign === 0;
  reading.reach = REACH;
  reading.isFirst = false;
}

/** How far ahead `no x please` is looked for. */
const NO_REACH = 10;

/** Whether `no` asks for a thing that is not there, speaks against it, or leaves it open. */
function noAt(words: readonly RemarkWord[], at: number, isQuestion: boolean): 1 | -1 | 0 {
  for (let ahead = 1; ahead <= NO_REACH; ahead += 1) {
    const word = words[at + ahead];
    if (word === undefined || word.isMark) break;
    if (AGAINST.has(word.text)) return -1;
  }
  if (words[at - 1]?.text === "please") return -1;
  if (isQuestion) return 1;
  // `no semicolons` is a wish, `no timeout` may be either.
  const next = words[at + 1]?.text ?? "";
  return next.length > 4 && next.endsWith("s") && !next.endsWith("ss") && !EXPECTED.has(next) ? -1 : 0;
}

function takeThing(reading: Reading, at: number): number {
  const word = reading.words[at]!;
  const topic = topicAt(reading.words, at);
  if (topic === undefined) {
    join(reading, word.text);
    return 1;
  }
  let wanted = 0;
  if (reading.sign !== 0 && reading.reach > 0) {
    wanted = reading.sign;
    reading.reach -= 1;
  } else if (reading.isFirst && !word.isCode) {
    wanted = firstWanted(word, reading.words[at + topic.length]);
  }
  // `unescaped` by itself is a complaint.
  if (wanted === 0 && topic.sense === -1 && word.text.startsWith("un")) wanted = -1;
  const { name, sense } = topic;
  reading.things.set(name, (reading.things.get(name) ?? 0) + wanted * sense);
  reading.clause.push({ name, sense, isTold: wanted !== 0 || reading.sign !== 0 || reading.isOpen });
  reading.isFirst = false;
  return topic.length;
}

/** A word that names nothing may end what a cue speaks of, or bring what comes instead. */
function join(reading: Reading, word: string): void {
  // A second command may follow.
  if (word === "and" || word === "then") reading.isFirst = true;
  else if (!BEFORE_COMMAND.has(word)) reading.isFirst = false;
  if (reading.replaces && INSTEAD.has(word)) {
    reading.sign = 1;
    reading.reach = REACH;
    reading.replaces = false;
  } else if (reading.prefers && word === "over") {
    reading.sign = -1;
    reading.reach = REACH;
  } else if (JOINTS.has(word)) reading.sign = 0;
}

/** `awaiting this costs…` complains, `await this` commands. */
function firstWanted(word: RemarkWord, next: RemarkWord | undefined): 1 | -1 | 0 {
  if (word.text.endsWith("ing") && word.text.length > 5) return -1;
  const isAction = ACTIONS.has(word.text);
  if (next === undefined || next.isMark) return isAction ? 1 : 0;
  if (OBJECTS.has(next.text)) return 1;
  return isAction && (JOINTS.has(next.text) || AFTER_ACTION.has(next.text)) ? 1 : 0;
}

/** For every word 1 where its sentence asks. */
function questions(words: readonly RemarkWord[]): Uint8Array {
  const asks = new Uint8Array(words.length);
  let isQuestion = 0;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at]!;
    if (word.isMark && word.text !== ",") isQuestion = word.text === "?" ? 1 : 0;
    asks[at] = isQuestion;
  }
  return asks;
}
