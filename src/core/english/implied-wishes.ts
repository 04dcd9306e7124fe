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
import { tokensOf } from "./tokens.ts";
import { toWish } from "./to-wish.ts";
import wordLists from "./words.json" with { type: "json" };

const PHRASES = phrases.map((phrase) => ` ${phrase} `);

/** Whether a sentence praises what it finds fault with: "lovely, 4,000 lines in one file". */
export function soundsSarcastic({ clauses }: Sentence): boolean {
  const said = clauses.flatMap(({ words }) =>
    words.filter(({ kind }) => kind === "word").map(({ word }) => word),
  );
  const text = ` ${said.join(" ")} `;
  return PHRASES.some((phrase) => text.includes(phrase));
}

const CHECKS = wordSet(table.checks);
const UNIVERSAL = wordSet(table.universal);
const LOCKED = wordSet(table.locked);
const HAVE = wordSet(table.have);
const ENOUGH = wordSet(table.enough);
const KEEPS = wordSet(table.keeps);
const PEJORATIVE = wordSet(`${wordLists.pejoratives} ${wordLists.negativeAdjectives}`);
const LATE = wordSet("first instead too please pls plz again only next then");
const MOST_WORDS = 9;

/** Where a clause stands in its remark. */
interface Place {
  readonly sentence: Sentence;
  readonly isAside: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * What a remark lets you guess it wants where it says no more: a remedy named at the end ("leaks. unique_ptr"), a fault
 * that comes "again", something that is without something else. Good for words to try, not for telling who disagrees.
 */
export function impliedWishes(text: string): readonly Wish[] {
  const found: Wish[] = [];
  const sentences = sentencesOf(tagWords(tokensOf(text)));
  let before: RawWish | undefined;
  for (const [at, sentence] of sentences.entries()) {
    const clauses = readSentence(sentence, before);
    for (const [index, { words: said, wish }] of clauses.entries()) {
      before = wish;
      if ((wish !== undefined && wish.act !== "ask") || soundsSarcastic(sentence)) continue;
      const place: Place = {
        sentence,
        isAside: sentence.clauses.some(({ words: own, opener }) => opener === "(" && own[0] === said[0]),
        isFirst: at === 0 && index === 0,
        isLast: at === sentences.length - 1 && index === clauses.length - 1,
      };
      const raw = readImplied(said.slice(leadingFillers(said)), place);
      const read = raw === undefined ? undefined : toWish(raw, [], false, text);
      if (read !== undefined) found.push(read.wish);
    }
  }
  return found;
}

function readImplied(said: readonly Word[], place: Place): RawWish | undefined {
  if (said.length === 0) return undefined;
  return (
    checked(said) ??
    locked(said) ??
    lacking(said) ??
    repeated(said) ??
    universal(said) ??
    staying(said) ??
    atHand(said) ??
    remedy(said, place) ??
    fault(said, place)
  );
}

const raw = (
  act: RawWish["act"],
  what: readonly Word[],
  said: readonly Word[],
  more: Partial<RawWish> = {},
): RawWish => rawWish(act, what, said, { force: "hint", ...more });

const isThing = (said: readonly Word[]): boolean =>
  said.some(({ part, isNounToo }) => part === "noun" || part === "name" || isNounToo) &&
  !said.some(({ part }) => isPart(part, "pronoun", "question", "not", "modal"));

/** "did you even run make check?" */
function checked(said: readonly Word[]): RawWish | undefined {
  if (said[0]!.word !== "did" || said[1]?.word !== "you") return undefined;
  const at = said.findIndex(({ part }, index) => index > 1 && part !== "adverb");
  const verb = said[at];
  if (verb?.base === undefined || !CHECKS.has(verb.base) || at + 1 >= said.length) return undefined;
  return raw("do", said.slice(at), said, { isThing: false, force: "reproach" });
}

/** "src/gen is generated", "hands off src/gen": not to be edited. */
function locked(said: readonly Word[]): RawWish | undefined {
  if (said[0]!.word === "hands" && said[1]?.word === "off" && said.length > 2)
    return raw("avoid", said.slice(2), said, { verb: "edit", force: "order" });
  const be = said.findIndex(({ word }) => word === "is" || word === "are");
  if (be <= 0 || be > 5 || !isThing(said.slice(0, be))) return undefined;
  const state = said[be + 1];
  const isLocked =
    state !== undefined &&
    (LOCKED.has(state.word) || (state.word === "off" && said[be + 2]?.word === "limits"));
  return isLocked ? raw("avoid", said.slice(0, be), said, { verb: "edit", force: "statement" }) : undefined;
}

/** "new component w/o a story", "requests.get with no timeout": the second is missing. */
function lacking(said: readonly Word[]): RawWish | undefined {
  const at = said.findIndex(
    ({ word }, index) =>
      word === "without" || word === "w/o" || (word === "with" && said[index + 1]?.word === "no"),
  );
  if (at < 0) return undefined;
  const from = said[at]!.word === "with" ? at + 2 : at + 1;
  const rest = withoutLate(said.slice(from));
  const stop = rest.findIndex(({ part, isNounToo }, index) => index > 0 && part === "verb" && !isNounToo);
  const missed = stop < 0 ? rest : rest.slice(0, stop);
  const who = said.slice(0, at);
  if (missed.length === 0 || missed.length > 5 || !isThing(missed) || missed[0]!.form === "ing")
    return undefined;
  if (who.length > 6 || hasFiniteVerb(who, 0, who.length)) return undefined;
  return raw("do", missed, said, {
    verb: "add",
    force: "reproach",
    ...(isThing(who) ? { subject: withoutLate(who) } : {}),
  });
}

/** "sed on values.yaml again", "another recap file": not wanted. */
function repeated(said: readonly Word[]): RawWish | undefined {
  const [first] = said;
  const last = said.at(-1)!;
  const isOpened = ["another", "again", "still"].includes(first!.word);
  if (!isOpened && last.word !== "again") return undefined;
  const kept = said.filter(({ word }) => !["again", "another", "still"].includes(word));
  const what = kept[0]?.word === "with" || kept[0]?.word === "the" ? kept.slice(1) : kept;
  if (what.length === 0 || what.length > MOST_WORDS || !isThing(what)) return undefined;
  if (what.some(({ word }) => ["no", "without", "missing", "same"].includes(word))) return undefined;
  if (hasFiniteVerb(what, 0, what.length) || what[0]!.form === "ed") return undefined;
  return raw("avoid", what, said, { force: "reproach" });
}

/** "every component gets a story". */
function universal(said: readonly Word[]): RawWish | undefined {
  if (!UNIVERSAL.has(said[0]!.word)) return undefined;
  const at = said.findIndex(
    ({ part, form, word }, index) =>
      index > 1 &&
      ((part === "verb" && (form === "s" || form === "base")) || word === "has" || word === "have"),
  );
  if (at < 2 || at > 7 || at + 1 >= said.length) return undefined;
  if (said.slice(0, at).some(({ part }) => isPart(part, "modal", "be", "pronoun"))) return undefined;
  const verb = said[at]!;
  if (!KEEPS.has(verb.base ?? verb.word)) return undefined;
  const gives = verb.base === "get" || verb.word === "has" || verb.word === "have" || verb.base === "need";
  return raw("do", said.slice(at + 1), said, {
    verb: gives ? "have" : (verb.base ?? verb.word),
    subject: said.slice(0, at),
    isStanding: true,
    force: "statement",
  });
}

/** "product names stay english", "superlatives out". */
function staying(said: readonly Word[]): RawWish | undefined {
  const at = said.findIndex(({ base }) => base === "stay" || base === "remain");
  if (at > 0 && at < 5 && at + 1 < said.length && isThing(said.slice(0, at)))
    return raw("do", [...said.slice(0, at), ...said.slice(at + 1)], said, { verb: "keep", isStanding: true });
  const kept = withoutLate(said);
  if (kept.at(-1)?.word === "out" && kept.length > 1 && kept.length < 7 && isThing(kept.slice(0, -1)))
    return kept.some(({ form, part }) => part === "verb" && form === "base")
      ? undefined
      : raw("avoid", kept.slice(0, -1), said, { force: "order" });
  return undefined;
}

/** "we have yq installed", "there's a module for that", "get_url exists", "cargo check is enough". */
function atHand(said: readonly Word[]): RawWish | undefined {
  const [first, second] = said;
  const cut = (from: number): readonly Word[] => {
    const rest = said.slice(from);
    const stop = rest.findIndex(
      ({ word, part }, index) =>
        index > 0 && (["for", "installed", "that"].includes(word) || part === "pronoun"),
    );
    return stop < 0 ? rest : rest.slice(0, stop);
  };
  if (first!.word === "we" && second?.part === "have" && HAVE.has(second.word)) {
    const what = cut(2);
    return what.length > 0 && what.length < 6 && isThing(what) && what[0]!.word !== "no"
      ? raw("do", what, said)
      : undefined;
  }
  if (first!.word === "there" && second?.word === "is") {
    const what = cut(2);
    const isFor = said.some(({ word }) => word === "for");
    return isFor && what.length < 6 && isThing(what) && what[0]!.word !== "no"
      ? raw("do", what, said)
      : undefined;
  }
  const exists = said.findIndex(({ word }) => word === "exists" || word === "exist");
  if (exists > 0 && exists < 5 && isThing(said.slice(0, exists)))
    return raw("do", said.slice(0, exists), said);
  const be = said.findIndex(({ word }) => ["is", "are", "would"].includes(word));
  const isEnough = be > 0 && be < 6 && said.slice(be + 1, be + 5).some(({ word }) => ENOUGH.has(word));
  return isEnough && isThing(said.slice(0, be)) && !said.some(({ part }) => part === "not")
    ? raw("do", said.slice(0, be), said)
    : undefined;
}

const withoutLate = (said: readonly Word[]): readonly Word[] => {
  let end = said.length;
  while (end > 0 && LATE.has(said[end - 1]!.word)) end -= 1;
  return said.slice(0, end);
};

/** The last thing that is said, and no more than named: "…, one leak per request. unique_ptr". */
function remedy(said: readonly Word[], { sentence, isAside, isFirst, isLast }: Place): RawWish | undefined {
  if (!isLast || isAside || sentence.isDoubted) return undefined;
  const always = said[0]!.word === "always" ? 1 : 0;
  const what = withoutLate(said.slice(always));
  if (what.length === 0 || !isBareThing({ words: what, opener: "" }) || !isThing(what)) return undefined;
  if (what.some(({ word }) => PEJORATIVE.has(word)) || what.every(({ part }) => part === "number"))
    return undefined;
  if (isHarm(what.at(-1)) || what.at(-1)!.form === "ed") return undefined;
  // A remark that only names something may name the fault; a name with an exclamation mark is what is wanted.
  const isNamed = what.every(({ part }) => part === "name");
  if (isFirst && always === 0 && !(isNamed && sentence.end === "!") && sentence.end !== "?") return undefined;
  return raw("do", what, said, {
    force: sentence.end === "?" ? "request" : "hint",
    isStanding: always === 1,
    ...(said.some(({ word }) => word === "only") ? { isOnly: true } : {}),
  });
}

/** "raw new here": a thing with a bad name, at the beginning. */
function fault(said: readonly Word[], { isFirst }: Place): RawWish | undefined {
  if (!isFirst || said.length < 2 || said.length > MOST_WORDS || !PEJORATIVE.has(said[0]!.word))
    return undefined;
  if (said[0]!.word === "missing" || hasSurePredicate(said, 0, said.length) || !isThing(said))
    return undefined;
  return raw("avoid", withoutLate(said), said, { force: "reproach" });
}
