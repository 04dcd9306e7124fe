import { wordSet } from "../text/word-set.ts";
import { type Sentence, sentencesOf } from "./clauses.ts";
import phrases from "./sarcasm.json" with { type: "json" };
import table from "./implied-wishes.json" with { type: "json" };
import { isHarm, readSentence } from "./read-sentence.ts";
import { hasFiniteVerb, hasSurePredicate } from "./order.ts";
import { leadingFillers } from "./phrase.ts";
import { type RawWish, rawWish, type Wish } from "./wish.ts";
import { isBareThing } from "./read-clause.ts";
import { isPart, tagWords, type Word } from "./tagged-words.ts";
import { tokenize } from "./tokens.ts";
import { toWish } from "./to-wish.ts";
import wordLists from "./words.json" with { type: "json" };

const PHRASES = phrases.map((phrase) => ` ${phrase} `);

/** Whether a sentence is sarcastic praise: "lovely, 4,000 lines in one file". */
export function soundsSarcastic({ clauses }: Sentence): boolean {
  const spoken = clauses.flatMap(({ words }) =>
    words.filter(({ kind }) => kind === "word").map(({ word }) => word),
  );
  const text = ` ${spoken.join(" ")} `;
  return PHRASES.some((phrase) => text.includes(phrase));
}

const CHECKS = wordSet(table.checks);
const UNIVERSAL = wordSet(table.universal);
const LOCKED = wordSet(table.locked);
const HAVE = wordSet(table.have);
const ENOUGH = wordSet(table.enough);
const KEEPS = wordSet(table.keeps);
const PEJORATIVE = wordSet(`${wordLists.pejoratives} ${wordLists.negativeAdjectives}`);
const TRAILING_ADVERBS = wordSet("first instead too please pls plz again only next then");
const MAX_WORDS = 9;

interface ClausePosition {
  readonly sentence: Sentence;
  readonly isAside: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * What a remark only implies: a remedy named at the end ("leaks. unique_ptr"), a fault that happens "again",
 * something that lacks something else. Good enough for a draft, but not for deciding who disagrees.
 */
export function impliedWishes(text: string): readonly Wish[] {
  const found: Wish[] = [];
  const sentences = sentencesOf(tagWords(tokenize(text)));
  let before: RawWish | undefined;
  for (const [at, sentence] of sentences.entries()) {
    const clauses = readSentence(sentence, before);
    for (const [index, { words, wish }] of clauses.entries()) {
      before = wish;
      if ((wish !== undefined && wish.act !== "ask") || soundsSarcastic(sentence)) continue;
      const position: ClausePosition = {
        sentence,
        isAside: sentence.clauses.some(({ words: own, opener }) => opener === "(" && own[0] === words[0]),
        isFirst: at === 0 && index === 0,
        isLast: at === sentences.length - 1 && index === clauses.length - 1,
      };
      const hint = readImplied(words.slice(leadingFillers(words)), position);
      const read = hint === undefined ? undefined : toWish(hint, [], false, text);
      if (read !== undefined) found.push(read.wish);
    }
  }
  return found;
}

function readImplied(words: readonly Word[], position: ClausePosition): RawWish | undefined {
  if (words.length === 0) return undefined;
  return (
    readCheckQuestion(words) ??
    readLocked(words) ??
    readLack(words) ??
    readRepetition(words) ??
    readUniversal(words) ??
    readStaying(words) ??
    readAvailable(words) ??
    readRemedy(words, position) ??
    readFault(words, position)
  );
}

const hint = (
  act: RawWish["act"],
  what: readonly Word[],
  words: readonly Word[],
  more: Partial<RawWish> = {},
): RawWish => rawWish(act, what, words, { force: "hint", ...more });

const isThing = (words: readonly Word[]): boolean =>
  words.some(({ part, canBeNoun }) => part === "noun" || part === "name" || canBeNoun) &&
  !words.some(({ part }) => isPart(part, "pronoun", "question", "not", "modal"));

/** "did you even run make check?" */
function readCheckQuestion(words: readonly Word[]): RawWish | undefined {
  if (words[0]!.word !== "did" || words[1]?.word !== "you") return undefined;
  const at = words.findIndex(({ part }, index) => index > 1 && part !== "adverb");
  const verb = words[at];
  if (verb?.base === undefined || !CHECKS.has(verb.base) || at + 1 >= words.length) return undefined;
  return hint("do", words.slice(at), words, { isThing: false, force: "reproach" });
}

/** "src/gen is generated" and "hands off src/gen" forbid editing it. */
function readLocked(words: readonly Word[]): RawWish | undefined {
  if (words[0]!.word === "hands" && words[1]?.word === "off" && words.length > 2)
    return hint("avoid", words.slice(2), words, { verb: "edit", force: "order" });
  const be = words.findIndex(({ word }) => word === "is" || word === "are");
  if (be <= 0 || be > 5 || !isThing(words.slice(0, be))) return undefined;
  const state = words[be + 1];
  const isLocked =
    state !== undefined &&
    (LOCKED.has(state.word) || (state.word === "off" && words[be + 2]?.word === "limits"));
  return isLocked
    ? hint("avoid", words.slice(0, be), words, { verb: "edit", force: "statement" })
    : undefined;
}

/** "new component w/o a story" and "requests.get with no timeout" ask for what is missing. */
function readLack(words: readonly Word[]): RawWish | undefined {
  const at = words.findIndex(
    ({ word }, index) =>
      word === "without" || word === "w/o" || (word === "with" && words[index + 1]?.word === "no"),
  );
  if (at < 0) return undefined;
  const from = words[at]!.word === "with" ? at + 2 : at + 1;
  const rest = withoutTrailingAdverbs(words.slice(from));
  const stop = rest.findIndex(({ part, canBeNoun }, index) => index > 0 && part === "verb" && !canBeNoun);
  const missed = stop < 0 ? rest : rest.slice(0, stop);
  const who = words.slice(0, at);
  if (missed.length === 0 || missed.length > 5 || !isThing(missed) || missed[0]!.form === "ing")
    return undefined;
  if (who.length > 6 || hasFiniteVerb(who, 0, who.length)) return undefined;
  return hint("do", missed, words, {
    verb: "add",
    force: "reproach",
    ...(isThing(who) ? { subject: withoutTrailingAdverbs(who) } : {}),
  });
}

/** "sed on values.yaml again" and "another recap file" complain about it. */
function readRepetition(words: readonly Word[]): RawWish | undefined {
  const [first] = words;
  const last = words.at(-1)!;
  const isOpened = ["another", "again", "still"].includes(first!.word);
  if (!isOpened && last.word !== "again") return undefined;
  const kept = words.filter(({ word }) => !["again", "another", "still"].includes(word));
  const what = kept[0]?.word === "with" || kept[0]?.word === "the" ? kept.slice(1) : kept;
  if (what.length === 0 || what.length > MAX_WORDS || !isThing(what)) return undefined;
  if (what.some(({ word }) => ["no", "without", "missing", "same"].includes(word))) return undefined;
  if (hasFiniteVerb(what, 0, what.length) || what[0]!.form === "ed") return undefined;
  return hint("avoid", what, words, { force: "reproach" });
}

/** "every component gets a story". */
function readUniversal(words: readonly Word[]): RawWish | undefined {
  if (!UNIVERSAL.has(words[0]!.word)) return undefined;
  const at = words.findIndex(
    ({ part, form, word }, index) =>
      index > 1 &&
      ((part === "verb" && (form === "s" || form === "base")) || word === "has" || word === "have"),
  );
  if (at < 2 || at > 7 || at + 1 >= words.length) return undefined;
  if (words.slice(0, at).some(({ part }) => isPart(part, "modal", "be", "pronoun"))) return undefined;
  const verb = words[at]!;
  if (!KEEPS.has(verb.base ?? verb.word)) return undefined;
  const gives = verb.base === "get" || verb.word === "has" || verb.word === "have" || verb.base === "need";
  return hint("do", words.slice(at + 1), words, {
    verb: gives ? "have" : (verb.base ?? verb.word),
    subject: words.slice(0, at),
    isStanding: true,
    force: "statement",
  });
}

/** "product names stay english", "superlatives out". */
function readStaying(words: readonly Word[]): RawWish | undefined {
  const at = words.findIndex(({ base }) => base === "stay" || base === "remain");
  if (at > 0 && at < 5 && at + 1 < words.length && isThing(words.slice(0, at)))
    return hint("do", [...words.slice(0, at), ...words.slice(at + 1)], words, {
      verb: "keep",
      isStanding: true,
    });
  const kept = withoutTrailingAdverbs(words);
  if (kept.at(-1)?.word === "out" && kept.length > 1 && kept.length < 7 && isThing(kept.slice(0, -1)))
    return kept.some(({ form, part }) => part === "verb" && form === "base")
      ? undefined
      : hint("avoid", kept.slice(0, -1), words, { force: "order" });
  return undefined;
}

/** "we have yq installed", "there's a module for that", "get_url exists", "cargo check is enough". */
function readAvailable(words: readonly Word[]): RawWish | undefined {
  const [first, second] = words;
  const cut = (from: number): readonly Word[] => {
    const rest = words.slice(from);
    const stop = rest.findIndex(
      ({ word, part }, index) =>
        index > 0 && (["for", "installed", "that"].includes(word) || part === "pronoun"),
    );
    return stop < 0 ? rest : rest.slice(0, stop);
  };
  if (first!.word === "we" && second?.part === "have" && HAVE.has(second.word)) {
    const what = cut(2);
    return what.length > 0 && what.length < 6 && isThing(what) && what[0]!.word !== "no"
      ? hint("do", what, words)
      : undefined;
  }
  if (first!.word === "there" && second?.word === "is") {
    const what = cut(2);
    const isFor = words.some(({ word }) => word === "for");
    return isFor && what.length < 6 && isThing(what) && what[0]!.word !== "no"
      ? hint("do", what, words)
      : undefined;
  }
  const exists = words.findIndex(({ word }) => word === "exists" || word === "exist");
  if (exists > 0 && exists < 5 && isThing(words.slice(0, exists)))
    return hint("do", words.slice(0, exists), words);
  const be = words.findIndex(({ word }) => ["is", "are", "would"].includes(word));
  const isEnough = be > 0 && be < 6 && words.slice(be + 1, be + 5).some(({ word }) => ENOUGH.has(word));
  return isEnough && isThing(words.slice(0, be)) && !words.some(({ part }) => part === "not")
    ? hint("do", words.slice(0, be), words)
    : undefined;
}

const withoutTrailingAdverbs = (words: readonly Word[]): readonly Word[] => {
  let end = words.length;
  while (end > 0 && TRAILING_ADVERBS.has(words[end - 1]!.word)) end -= 1;
  return words.slice(0, end);
};

/** A thing that is only named, at the very end: "…, one leak per request. unique_ptr". */
function readRemedy(
  words: readonly Word[],
  { sentence, isAside, isFirst, isLast }: ClausePosition,
): RawWish | undefined {
  if (!isLast || isAside || sentence.isDoubted) return undefined;
  const always = words[0]!.word === "always" ? 1 : 0;
  const what = withoutTrailingAdverbs(words.slice(always));
  if (what.length === 0 || !isBareThing({ words: what, opener: "" }) || !isThing(what)) return undefined;
  if (what.some(({ word }) => PEJORATIVE.has(word)) || what.every(({ part }) => part === "number"))
    return undefined;
  if (isHarm(what.at(-1)) || what.at(-1)!.form === "ed") return undefined;
  // A remark that only names a thing may name the fault. With an exclamation mark it names what is wanted.
  const isNamed = what.every(({ part }) => part === "name");
  if (isFirst && always === 0 && !(isNamed && sentence.end === "!") && sentence.end !== "?") return undefined;
  return hint("do", what, words, {
    force: sentence.end === "?" ? "request" : "hint",
    isStanding: always === 1,
    ...(words.some(({ word }) => word === "only") ? { isOnly: true } : {}),
  });
}

/** "raw new here": a thing with a pejorative adjective, at the start. */
function readFault(words: readonly Word[], { isFirst }: ClausePosition): RawWish | undefined {
  if (!isFirst || words.length < 2 || words.length > MAX_WORDS || !PEJORATIVE.has(words[0]!.word))
    return undefined;
  if (words[0]!.word === "missing" || hasSurePredicate(words, 0, words.length) || !isThing(words))
    return undefined;
  return hint("avoid", withoutTrailingAdverbs(words), words, { force: "reproach" });
}
