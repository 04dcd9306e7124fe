import { wordSet } from "../text/word-set.ts";
import { isOrderAt } from "./order.ts";
import { isPart, type Word } from "./tagged-words.ts";

/** Part of a sentence with at most one finite verb, without the mark or conjunction that opens it. */
export interface Clause {
  readonly words: readonly Word[];
  /** The conjunction or mark before it; empty for the first clause. */
  readonly opener: string;
}

export interface Sentence {
  readonly clauses: readonly Clause[];
  /** The mark that ends it: `.`, `?`, `!`, `;`, a line break or nothing. */
  readonly end: string;
  /** It ends with several question marks, so what it names is in doubt. */
  readonly isDoubted: boolean;
}

const ENDS = new Set([".", "?", "!", ";", "\n"]);
const MAX_WORDS = 80;
const JOINS = wordSet("and but so then or because since as while although though otherwise yet");
const SUBJECTS = wordSet("i you we they it he she there this that");
/** Conjunctions that open a clause regardless of the next word. */
const ALWAYS_JOINS = wordSet("because although though otherwise but");

/** Splits words at the marks that end sentences, and each sentence into clauses. */
export function sentencesOf(words: readonly Word[]): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (let at = 0; at <= words.length; at += 1) {
    const word = words[at];
    const isEnd = word === undefined || (word.part === "mark" && ENDS.has(word.word));
    if (!isEnd && at - from < MAX_WORDS) continue;
    const part = words.slice(from, at);
    let end = word !== undefined && isEnd ? word.word : "";
    // "??" and "?!" both mark a question.
    let marks = end === "?" ? 1 : 0;
    if (isEnd) {
      for (let next = at + 1; isEndMark(words[next]); next += 1) {
        if (words[next]!.word !== "?") continue;
        end = "?";
        marks += 1;
      }
    }
    if (part.length > 0) sentences.push({ clauses: clausesOf(part), end, isDoubted: marks > 1 });
    from = isEnd ? at + 1 : at;
  }
  return sentences;
}

const isEndMark = (word: Word | undefined): boolean => word?.part === "mark" && ENDS.has(word.word);

function clausesOf(words: readonly Word[]): readonly Clause[] {
  const clauses: Clause[] = [];
  const asides: Clause[] = [];
  let current: Word[] = [];
  let opener = "";
  const close = (next: string): void => {
    if (current.length > 0) clauses.push({ words: current, opener });
    // Of two marks in a row the first one counts, unless the second is an arrow.
    if (current.length > 0 || opener === "" || next === ">" || JOINS.has(next)) opener = next;
    current = [];
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word.part === "mark" && word.word === "(") {
      const end = words.findIndex((each, index) => index > at && each.part === "mark" && each.word === ")");
      const inside = words.slice(at + 1, end === -1 ? words.length : end);
      if (current.length > 0 && !CONTRASTS.has(inside[0]?.word ?? "")) {
        if (inside.length > 0)
          asides.push({ words: inside.filter(({ part }) => part !== "mark"), opener: "(" });
        at = end === -1 ? words.length : end;
        continue;
      }
      close(",");
    } else if (word.part === "mark") close(word.word === ")" ? "," : word.word);
    else if (
      JOINS.has(word.word) &&
      current.length === 0 &&
      at > 0 &&
      (word.word !== "as" || opensClause(words, at, current))
    )
      close(word.word);
    else if (JOINS.has(word.word) && current.length > 0 && opensClause(words, at, current)) close(word.word);
    else if (word.kind !== "word" || !EMPTY.has(word.word) || keepsEmpty(words, at, current))
      current.push(word);
  }
  close("");
  return [...clauses, ...asides.filter((aside) => aside.words.length > 0)];
}

/** Adverbs without meaning, which are dropped so that patterns need not allow for them. */
const EMPTY = wordSet(
  "here really actually basically simply just honestly totally completely definitely certainly currently kinda literally",
);

/** Keeps "just" in "not just X", and "here" in "no guard here", where it limits the statement to one place. */
const keepsEmpty = (words: readonly Word[], at: number, current: readonly Word[]): boolean =>
  (words[at]!.word === "here" && current[0]?.word === "no") ||
  (words[at]!.word === "just" && words[at - 1]?.part === "not");

const CONTRASTS = wordSet("not never no instead rather or");

function opensClause(words: readonly Word[], at: number, before: readonly Word[]): boolean {
  const { word } = words[at]!;
  if (ALWAYS_JOINS.has(word)) return true;
  const next = words[at + 1];
  if (next === undefined) return false;
  if (next.part === "not" || next.word === "do")
    return (
      word === "so" ||
      word === "then" ||
      (word === "and" && words[at + 2] !== undefined && next.word === "do")
    );
  if (next.part === "modal") return word === "and" || word === "so";
  if (SUBJECTS.has(next.word)) {
    const after = words[at + 2]?.part;
    return after !== "noun" && after !== "adjective" && after !== "name";
  }
  if (["as", "since", "while"].includes(word)) {
    // "as the value is null" gives a reason; "as the key" does not.
    return (
      word !== "while" && words.slice(at + 1, at + 7).some(({ part }) => isPart(part, "be", "modal", "have"))
    );
  }
  if (isOrderAt(words, at + 1, words.length) !== "sure") return false;
  // In "can lead to bugs and reduce speed" and "don't drop or rename it" the clause continues. Only an order is
  // followed by a second order.
  return (
    word === "so" ||
    word === "then" ||
    !before.some(
      ({ part, base, word: text }) =>
        isPart(part, "not", "modal", "be") ||
        text === "no" ||
        text === "without" ||
        text === "why" ||
        base === "avoid" ||
        base === "stop",
    )
  );
}
