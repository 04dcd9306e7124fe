import { wordSet } from "../text/word-set.ts";
import type { Clause } from "./clauses.ts";
import { isOrderAt } from "./order.ts";
import { isPart, undoneVerb, type Word } from "./tagged-words.ts";
import frameRows from "./frames.json" with { type: "json" };
import type { WishAct, WishForce } from "./wish.ts";
import wishRows from "./wish-patterns.json" with { type: "json" };

/** The notation of the phrase tables. A pattern matches from the start of a clause. */
export interface Pattern {
  readonly elements: readonly Element[];
  /** For each group, one of its words must be in the sentence, or the pattern cannot match. */
  readonly needs: readonly (readonly string[])[];
}

type Element =
  | { readonly kind: "words"; readonly words: ReadonlySet<string>; readonly optional: boolean }
  | { readonly kind: "verb"; readonly bases: ReadonlySet<string> }
  | { readonly kind: "class"; readonly name: string; readonly optional: boolean }
  | { readonly kind: "capture"; readonly name: string; readonly first: string | undefined }
  | { readonly kind: "border"; readonly opener: string | undefined }
  | { readonly kind: "end" };

function compilePattern(source: string): Pattern {
  const elements = source.split(" ").map(elementOf);
  return {
    elements,
    needs: elements.flatMap((element) =>
      element.kind === "words" && !element.optional ? [[...element.words]] : [],
    ),
  };
}

function elementOf(part: string): Element {
  if (part.startsWith(","))
    return { kind: "border", opener: part.slice(1) === "" ? undefined : part.slice(1) };
  if (part === "$") return { kind: "end" };
  if (part.startsWith("{")) {
    const [name, first] = part.slice(1, -1).split(":");
    return { kind: "capture", name: name!, first };
  }
  const optional = part.startsWith("[");
  const inner = optional ? part.slice(1, -1) : part;
  if (inner.startsWith("<")) return { kind: "class", name: inner.slice(1, -1), optional };
  if (inner.startsWith("~")) return { kind: "verb", bases: new Set(inner.slice(1).split("|")) };
  return { kind: "words", words: new Set(inner.split("|")), optional };
}

export interface Match {
  readonly captures: ReadonlyMap<string, readonly Word[]>;
  /** How many clauses the match spans. */
  readonly clauses: number;
  readonly first: Word;
  readonly last: Word;
}

interface Position {
  readonly clause: number;
  readonly at: number;
}

/** Matches a pattern starting at a word of a clause. */
export function matchPattern(
  { elements }: Pattern,
  clauses: readonly Clause[],
  from: number,
  at: number,
): Match | undefined {
  const captures = new Map<string, readonly Word[]>();
  const end = matchFrom(elements, 0, clauses, { clause: from, at }, captures);
  if (end === undefined) return undefined;
  const isAtStart = end.at === 0 && end.clause > from;
  const clause = isAtStart ? end.clause - 1 : end.clause;
  const last = isAtStart ? clauses[clause]!.words.at(-1)! : clauses[clause]!.words[end.at - 1]!;
  return { captures, clauses: clause - from + 1, first: clauses[from]!.words[at]!, last };
}

function matchFrom(
  elements: readonly Element[],
  step: number,
  clauses: readonly Clause[],
  position: Position,
  captures: Map<string, readonly Word[]>,
): Position | undefined {
  const element = elements[step];
  if (element === undefined) return position;
  const words = clauses[position.clause]?.words ?? [];
  const word = words[position.at];
  const next = (skip: number): Position | undefined =>
    matchFrom(elements, step + 1, clauses, { clause: position.clause, at: position.at + skip }, captures);
  switch (element.kind) {
    case "words":
    case "class": {
      const isHere =
        word !== undefined &&
        (element.kind === "words"
          ? word.kind === "word" && element.words.has(word.word)
          : isOfClass(words, position.at, element.name));
      return (isHere ? next(1) : undefined) ?? (element.optional ? next(0) : undefined);
    }
    case "verb":
      return word?.kind === "word" && word.base !== undefined && element.bases.has(word.base)
        ? next(1)
        : undefined;
    case "border":
      return position.at === words.length &&
        position.clause + 1 < clauses.length &&
        (element.opener === undefined || clauses[position.clause + 1]!.opener === element.opener)
        ? matchFrom(elements, step + 1, clauses, { clause: position.clause + 1, at: 0 }, captures)
        : undefined;
    case "end":
      return position.at === words.length ? next(0) : undefined;
    case "capture": {
      if (
        word === undefined ||
        (element.first !== undefined && !isOfClass(words, position.at, element.first))
      )
        return undefined;
      const isLast = step === elements.length - 1;
      for (
        let length = isLast ? words.length - position.at : 1;
        length <= words.length - position.at;
        length += 1
      ) {
        const found = next(length);
        if (found === undefined) continue;
        captures.set(element.name, words.slice(position.at, position.at + length));
        return found;
      }
      return undefined;
    }
  }
}

const REMOVALS = wordSet(
  "remove delete drop avoid strip omit eliminate exclude discourage forbid ban prohibit revert skip",
);

/** Participles that call something needless or unwanted ("not needed"), rather than an action undone. */
const NEEDLESS = wordSet(
  "used needed required wanted allowed permitted recommended supposed meant called referenced warranted supported expected worth intended related justified made found seen known been going done kept left broken removed deleted interested convinced changed",
);

function isOfClass(words: readonly Word[], at: number, name: string): boolean {
  const word = words[at]!;
  switch (name) {
    case "ing":
    case "ed":
      return word.kind === "word" && word.form === name;
    case "on":
      return ["on", "active", "available", "set"].includes(word.word);
    case "undone":
      return undoneVerb(word) !== undefined;
    case "removal":
      return word.kind === "word" && word.form === "ed" && REMOVALS.has(word.base ?? "");
    case "object":
      return (
        isPart(word.part, "determiner", "noun", "name", "adjective") ||
        ["everything", "it", "us"].includes(word.word)
      );
    case "fixed":
      return word.kind === "word" && word.form === "ed" && !NEEDLESS.has(word.word);
    case "s":
      return word.kind === "word" && word.form === "s" && word.part === "verb";
    case "verb":
      return word.kind === "word" && (word.form === "base" || ["be", "have", "do"].includes(word.word));
    case "order":
      return isOrderAt(words, at, words.length) !== undefined;
    case "thing":
      return !isPart(word.part, "pronoun", "question", "not", "modal", "be", "conjunction");
    case "noun":
      return isPart(word.part, "noun", "adjective", "name", "determiner") || word.canBeNoun;
    case "subject":
      return (
        word.word !== "you" &&
        word.word !== "i" &&
        !isPart(word.part, "question", "not", "modal", "be", "do") &&
        word.word !== "there"
      );
    default:
      return word.part === name;
  }
}

export interface PatternGroup {
  readonly act: WishAct;
  readonly force: WishForce;
  readonly verb?: string;
  readonly verbOf?: string;
  readonly note?: string;
  /** The captured words name a thing, although the first one could be a verb. */
  readonly isThing?: boolean;
  /** The captured adjective describes the thing: "vague name" for "the name is too vague". */
  readonly adjective?: boolean;
  /** Matched before frames such as "why" and "you should" are stripped. */
  readonly isWhole: boolean;
  readonly compiled: readonly Pattern[];
}

interface Frame {
  readonly pattern: Pattern;
  readonly sign: 1 | -1;
  readonly force: WishForce;
  readonly governs: string;
  /**
   * Only valid as the first frame of a clause. After another frame it belongs to the thing, as in "avoid unnecessary
   * copies".
   */
  readonly isOpening: boolean;
}

export const patternGroups: readonly PatternGroup[] = (
  wishRows as readonly (Omit<PatternGroup, "compiled" | "isWhole"> & {
    readonly isWhole?: boolean;
    readonly patterns: readonly string[];
  })[]
).map(({ patterns, isWhole = false, ...group }) => ({
  ...group,
  isWhole,
  compiled: patterns.map((pattern) => compilePattern(pattern)),
}));

const FRAMES = new Map<string, Frame[]>();
for (const { sign, force, governs, isOpening = false, patterns } of frameRows) {
  for (const source of patterns) {
    const frame: Frame = {
      pattern: compilePattern(source),
      sign: sign as 1 | -1,
      force: force as WishForce,
      governs,
      isOpening,
    };
    for (const word of source.split(" ")[0]!.split("|")) {
      const known = FRAMES.get(word);
      if (known === undefined) FRAMES.set(word, [frame]);
      else known.push(frame);
    }
  }
}

export const frames = (word: string): readonly Frame[] => FRAMES.get(word) ?? [];
