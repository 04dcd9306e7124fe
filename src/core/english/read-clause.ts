import type { Clause, Sentence } from "./clauses.ts";
import { frameFrom, type Framed } from "./read-frame.ts";
import { readNo } from "./no-thing.ts";
import { hasFiniteVerb, isOrderAt } from "./order.ts";
import { type PatternGroup, patternGroups } from "./pattern-tables.ts";
import { type Match, matchPattern } from "./pattern.ts";
import { leadingFillers } from "./phrase.ts";
import { readStatement } from "./read-statement.ts";
import type { Word } from "./tagged-words.ts";
import type { WishAct, WishForce } from "./wish.ts";

/** A wish as stretches of words, before phrases are made of them. */
export interface RawWish {
  readonly act: WishAct;
  readonly what: readonly Word[];
  readonly insteadOf?: readonly Word[];
  readonly subject?: readonly Word[];
  readonly where?: readonly Word[];
  /** The verb that governs `what`, if it is not its first word. */
  readonly verb?: string;
  /** `what` names a thing, though its first word could be a verb. */
  readonly isThing?: boolean;
  /** The same of `insteadOf`. */
  readonly isOtherThing?: boolean;
  readonly force: WishForce;
  readonly isStanding: boolean;
  readonly first: Word;
  readonly last: Word;
  /** How many clauses it took. */
  readonly clauses: number;
}

const STANDING = new Set([
  "always",
  "never",
  "whenever",
  "everywhere",
  "every",
  "each",
  "unless",
  "convention",
  "conventions",
  "generally",
  "only",
]);
/** Clauses that begin so give a reason and no wish. */
const REASONS = new Set(["because", "since", "as", "although", "though", "otherwise", "while"]);

/** Reads one clause, or several that belong together, from the given one on. */
export function readClause(sentence: Sentence, from: number): RawWish | undefined {
  const clause = sentence.clauses[from]!;
  const { words } = clause;
  if (REASONS.has(clause.opener)) return undefined;
  const start = leadingFillers(words);
  // "Signature:" and "nit:" are headings.
  const isHeading = sentence.clauses[from + 1]?.opener === ":" && words.length - start <= 2;
  if (start >= words.length || isHeading) return undefined;
  const isStanding = words.some(({ kind, word }) => kind === "word" && STANDING.has(word));
  const framed = frameFrom(sentence.clauses, from, start);
  const found =
    firstMatch(sentence.clauses, from, start, ({ isWhole }) => isWhole) ??
    insideFrame(sentence, from, framed, isStanding) ??
    outsideFrame(sentence, from, start, isStanding);
  return found === undefined
    ? undefined
    : { ...found, isStanding: found.isStanding || isStanding, first: words[start]! };
}

function insideFrame(
  { clauses }: Sentence,
  from: number,
  framed: Framed,
  isStanding: boolean,
): RawWish | undefined {
  const { words } = clauses[from]!;
  if (framed.force === undefined) return undefined;
  const { force } = framed;
  const standing = isStanding || framed.isStanding;
  const last = words.at(-1)!;
  if (framed.sign === 1) {
    const matched = firstMatch(
      clauses,
      from,
      framed.at,
      ({ act, note }) => act === "replace" || act === "restore" || note === "what was done is not wanted",
    );
    if (matched !== undefined) return { ...matched, force, isStanding: standing };
    const first = words[framed.at]!;
    if (first.word === "no" && framed.governs === "any") return undefined;
  }
  return {
    act: framed.sign === 1 ? "do" : "avoid",
    what: words.slice(framed.at),
    ...(framed.governs === "thing" ? { isThing: true } : {}),
    force,
    isStanding: standing,
    first: words[framed.at]!,
    last,
    clauses: 1,
  };
}

function outsideFrame(
  sentence: Sentence,
  from: number,
  start: number,
  isStanding: boolean,
): RawWish | undefined {
  const { clauses, end } = sentence;
  const { words } = clauses[from]!;
  const first = words[start]!;
  const last = words.at(-1)!;
  if (first.kind === "word" && first.word === "no") return readNoClause(sentence, from, start, isStanding);
  const order = isOrderAt(words, start, words.length);
  const matched = firstMatch(
    clauses,
    from,
    start,
    ({ act }) => order !== "sure" || act === "replace" || act === "restore",
  );
  if (matched !== undefined) return matched;
  if (order === "sure" || (order === "maybe" && end !== "?" && words.length - start > 1)) {
    return { act: "do", what: words.slice(start), force: "order", isStanding, first, last, clauses: 1 };
  }
  return readWanted(sentence, from, start) ?? readStatement(sentence, from, start);
}

/** "docstrings please": a thing and a courtesy, no verb. */
function readWanted({ clauses }: Sentence, from: number, start: number): RawWish | undefined {
  const { words } = clauses[from]!;
  const last = words.at(-1)!;
  const next = clauses[from + 1];
  const nextIsPlease = next?.words.length === 1 && next.words[0]!.word === "please";
  const at = words.findLastIndex(({ word }) => word === "please");
  if (!nextIsPlease && (at === -1 || at < words.length - 4)) return undefined;
  if (words[start]!.part === "pronoun" || words[start]!.part === "question" || words[start]!.part === "not")
    return undefined;
  if (hasFiniteVerb(words, start, words.length)) return undefined;
  const what = words.slice(start, at === -1 ? words.length : at);
  if (what.length === 0) return undefined;
  return {
    act: "do",
    what,
    isThing: true,
    force: "request",
    isStanding: false,
    first: words[start]!,
    last,
    clauses: nextIsPlease ? 2 : 1,
  };
}

function readNoClause(
  { clauses, end }: Sentence,
  from: number,
  start: number,
  isStanding: boolean,
): RawWish | undefined {
  const { words } = clauses[from]!;
  const after = words.slice(start + 1);
  if (after.length === 0 || after.some(({ part }) => part === "be" || part === "modal")) return undefined;
  const next = clauses[from + 1];
  const hasAlternative =
    next !== undefined &&
    (next.opener === "," || next.opener === "-" || next.opener === ">") &&
    isBareThing(next);
  const sense = readNo(after, end, hasAlternative);
  const common = { what: after, isThing: true, first: words[start]!, last: words.at(-1)!, clauses: 1 };
  if (sense === "missing") return { ...common, act: "do", verb: "add", force: "reproach", isStanding };
  if (sense === "banned") return { ...common, act: "avoid", force: "order", isStanding: true };
  return { ...common, act: "ask", force: "statement", isStanding };
}

/** A few words that name a thing and say nothing of it. */
export const isBareThing = ({ words }: Clause): boolean =>
  words.length <= 4 &&
  words.every(
    ({ part, form, word }) =>
      part === "noun" ||
      part === "adjective" ||
      part === "name" ||
      part === "number" ||
      word === "please" ||
      word === "a" ||
      word === "the" ||
      (part === "verb" && form !== "s" && form !== "ed"),
  );

function firstMatch(
  clauses: readonly Clause[],
  from: number,
  at: number,
  isWanted: (group: PatternGroup) => boolean,
): RawWish | undefined {
  for (const group of patternGroups) {
    if (!isWanted(group)) continue;
    for (const pattern of group.compiled) {
      const match = matchPattern(pattern, clauses, from, at);
      if (match !== undefined && isSound(group, match)) return wishOf(group, match);
    }
  }
  return undefined;
}

const SAID = new Set(["be", "modal", "do", "question"]);

/** Whether what was captured can be what the group says it is. */
function isSound({ act, force }: PatternGroup, { captures }: Match): boolean {
  for (const [name, words] of captures) {
    const first = words[0]!;
    const last = words.at(-1)!;
    if (name !== "what" && name !== "not" && name !== "who") continue;
    if (
      first.part === "question" ||
      first.part === "modal" ||
      first.part === "be" ||
      (first.part === "not" && words.length === 1)
    )
      return false;
    if (
      words.every(
        ({ part }) => part === "determiner" || part === "be" || part === "conjunction" || part === "adverb",
      )
    )
      return false;
    if (last.part === "be" || last.part === "modal" || last.part === "do") return false;
    if (
      act === "replace" &&
      words.some(
        ({ part, kind, word }) => kind === "word" && (SAID.has(part) || word === "i" || word === "if"),
      )
    )
      return false;
    if (
      name !== "not" &&
      force === "statement" &&
      isOrderAt(words, 0, words.length) === "sure" &&
      !words[0]!.isNounToo
    )
      return false;
    if (name === "who" && words.some(({ part }) => part === "be" || part === "modal")) return false;
    if (
      force === "statement" &&
      words.some(({ kind, word }) => kind === "word" && (word === "i" || word === "if" || word === "you"))
    )
      return false;
  }
  return true;
}

function wishOf(group: PatternGroup, { captures, first, last, clauses }: Match): RawWish {
  const insteadOf = captures.get("not");
  const subject = captures.get("who");
  const where = captures.get("where");
  const state = captures.get("state")?.[0];
  const verb = group.verb ?? (group.verbOf === "state" ? (state?.base ?? "enable") : undefined);
  const isThing = group.force === "statement" || group.force === "reproach";
  return {
    act: group.act,
    what: captures.get("what") ?? [],
    ...(insteadOf === undefined ? {} : { insteadOf }),
    ...(subject === undefined ? {} : { subject }),
    ...(where === undefined ? {} : { where }),
    ...(verb === undefined ? {} : { verb }),
    ...(isThing ? { isThing } : {}),
    force: group.force,
    isStanding: false,
    first,
    last,
    clauses,
  };
}
