import { wordSet } from "../text/word-set.ts";
import type { Clause } from "./clauses.ts";
import { frames, matchPattern } from "./pattern.ts";
import { hasFiniteVerb } from "./order.ts";
import { leadingFillers } from "./phrase.ts";
import { isPart, type Word } from "./tagged-words.ts";
import type { WishForce } from "./wish.ts";

/** How a clause is meant, and where its content starts. */
export interface FramedClause {
  readonly at: number;
  readonly sign: 1 | -1;
  readonly force: WishForce | undefined;
  readonly isStanding: boolean;
  /** What must follow: a verb in its base form, one in -ing, a thing or anything. */
  readonly governs: string | undefined;
}

/**
 * Strips words that only say how a clause is meant: "could you please", "never", "make sure to". Two negations
 * cancel out.
 */
export function stripFrames(clauses: readonly Clause[], from: number, start: number): FramedClause {
  const { words } = clauses[from]!;
  let framed: FramedClause = { at: start, sign: 1, force: undefined, isStanding: false, governs: undefined };
  for (let round = 0; round < 4; round += 1) {
    const next = nextFrame(clauses, from, framed) ?? nextNot(words, framed) ?? nextWe(words, framed);
    if (next === undefined) break;
    framed = { ...next, at: next.at + leadingFillers(words.slice(next.at)) };
  }
  return framed.at < words.length ? framed : { ...framed, force: undefined };
}

function nextFrame(clauses: readonly Clause[], from: number, framed: FramedClause): FramedClause | undefined {
  const { words } = clauses[from]!;
  const first = words[framed.at];
  if (first?.kind !== "word") return undefined;
  let best: FramedClause | undefined;
  for (const frame of frames(first.word)) {
    if (frame.isOpening && framed.force !== undefined) continue;
    const match = matchPattern(frame.pattern, clauses, from, framed.at);
    if (match === undefined) continue;
    const at = words.indexOf(match.last, framed.at) + 1;
    if (first.word === "we" && frame.sign === -1 && NOT_CUSTOMARY.has(words[at]?.word ?? "")) continue;
    if (at <= (best?.at ?? framed.at) || !followsFrame(words, at, frame.governs)) continue;
    const sign = (framed.sign * frame.sign) as 1 | -1;
    const isStanding = framed.isStanding || /^(?:always|never|we|from)$/u.test(first.word);
    best = { at, sign, force: framed.force ?? frame.force, isStanding, governs: frame.governs };
  }
  return best;
}

/** Another "not" inside a frame: "you can't just not check". */
function nextNot(words: readonly Word[], framed: FramedClause): FramedClause | undefined {
  if (framed.force === undefined || words[framed.at]?.part !== "not") return undefined;
  return followsFrame(words, framed.at + 1, "base")
    ? { ...framed, at: framed.at + 1, sign: -framed.sign as 1 | -1 }
    : undefined;
}

/** Verbs after "we" that describe no custom. */
const NOT_CUSTOMARY = wordSet(
  "have need want think know see get like wonder expect hope talk agree try mean feel lose miss look seem discuss end",
);

/** "we use pnpm": a custom. */
function nextWe(words: readonly Word[], framed: FramedClause): FramedClause | undefined {
  if (framed.force !== undefined || words[framed.at]?.word !== "we") return undefined;
  const isAdverb = words[framed.at + 1]?.part === "adverb";
  const verb = words[framed.at + (isAdverb ? 2 : 1)];
  if (verb?.kind !== "word" || verb.form !== "base" || NOT_CUSTOMARY.has(verb.word)) return undefined;
  // "we mock so much that …" is a complaint.
  const isExcess = words.some(
    ({ word }, at) =>
      (word === "so" || word === "too") && /^(?:much|many|often)$/u.test(words[at + 1]?.word ?? ""),
  );
  return {
    at: framed.at + (isAdverb ? 2 : 1),
    sign: isExcess ? -1 : 1,
    force: "statement",
    isStanding: true,
    governs: "base",
  };
}

function followsFrame(words: readonly Word[], at: number, then: string): boolean {
  const word = words[at];
  if (word === undefined || word.part === "mark") return false;
  if (then === "base")
    return (
      isPlainVerb(word) ||
      (word.part === "adverb" && isPlainVerb(words[at + 1])) ||
      (word.part === "not" && isPlainVerb(words[at + 1]))
    );
  if (then === "ing") return word.kind === "word" && word.form === "ing";
  // "why pointers": just a thing.
  if (then === "bare")
    return (
      !isPart(word.part, "pronoun", "not", "question", "be", "do") && !hasFiniteVerb(words, at, words.length)
    );
  if (then === "thing") return word.part !== "pronoun" || /^(?:this|that|these|those|it)$/u.test(word.word);
  return word.part !== "pronoun" || words[at + 1] === undefined;
}

const isPlainVerb = (word: Word | undefined): boolean =>
  word?.kind === "word" &&
  (word.form === "base" ||
    ["be", "have", "do"].includes(word.word) ||
    (word.part === "noun" && word.base === undefined && !word.word.endsWith("s")));
