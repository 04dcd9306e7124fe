import { wordSet } from "../text/word-set.ts";
import type { Word } from "./tagged-words.ts";

/** A phrase split into its core and the condition and location after it. */
export interface PhraseParts {
  readonly core: readonly Word[];
  readonly when?: readonly Word[];
  readonly where?: readonly Word[];
  readonly without?: readonly Word[];
  readonly isOnly: boolean;
}

const CONDITION_WORDS = wordSet("when whenever if unless before after until while once during");
const LOCATION_WORDS = wordSet("in under inside within across throughout on at for outside");
/** Verbs that need their location: "put the body" means nothing without "in the log". */
const NEEDS_LOCATION = wordSet(
  "put place store include keep wrap write move throw leave insert embed stay live set pass log fall rely depend return result end group organise organize work land count sign round stick type focus agree build base start begin run send point switch turn add break split cut search look wait ask check watch opt go allow account default apply",
);
/** Verbs whose object may be a clause: "check if it exists". */
const TAKES_CLAUSE = wordSet(
  "check verify test see know explain say state document decide tell show know wonder ask mention describe note clarify determine assert",
);
const REASONS = wordSet("because since so otherwise as thus hence which given");
const PURPOSES = wordSet(
  "avoid prevent ensure make keep improve reduce allow be help simplify save support guarantee minimize minimise match clarify indicate explain satisfy align catch",
);

/** Splits a phrase into its core, condition and location, and drops reasons. */
export function splitPhrase(words: readonly Word[], verb?: string): PhraseParts {
  const isOnly = words.some(
    ({ kind, word }) => kind === "word" && ["only", "solely", "exclusively"].includes(word),
  );
  const kept = withoutReason(
    words.filter(
      ({ kind, word }) =>
        kind !== "word" || !/^(?:only|solely|exclusively|always|ever|nowhere|everywhere)$/u.test(word),
    ),
  );
  const condition = findCondition(kept, verb);
  const unconditional = condition === -1 ? kept : kept.slice(0, condition);
  const lack = unconditional.findIndex(
    ({ kind, word }, at) => at > 0 && kind === "word" && word === "without",
  );
  const hasLack = lack !== -1 && lack + 1 < unconditional.length;
  const location = findLocation(unconditional, verb);
  return {
    core: location === -1 ? unconditional : unconditional.slice(0, location),
    ...(condition === -1 ? {} : { when: kept.slice(condition) }),
    ...(location === -1 ? {} : { where: unconditional.slice(location) }),
    ...(hasLack ? { without: unconditional.slice(lack + 1) } : {}),
    isOnly,
  };
}

function withoutReason(words: readonly Word[]): readonly Word[] {
  for (let at = 1; at < words.length; at += 1) {
    const { kind, word } = words[at]!;
    if (kind !== "word") continue;
    const next = words[at + 1];
    if (REASONS.has(word) && !["as", "so", "which"].includes(word)) return words.slice(0, at);
    if (word === "which" && words[at - 1]!.part !== "preposition") return words.slice(0, at);
    if (word === "so" && next !== undefined && next.part !== "adjective" && next.part !== "adverb")
      return words.slice(0, at);
    if (word === "as" && (next?.part === "pronoun" || next?.word === "that" || next?.word === "this"))
      return words.slice(0, at);
    if (word === "in" && next?.word === "order") return words.slice(0, at);
    if (at > 1 && word === "to" && next?.kind === "word" && PURPOSES.has(next.word))
      return words.slice(0, at);
    if (
      word === "for" &&
      next?.kind === "word" &&
      /^(?:clarity|readability|consistency|brevity|performance|safety|simplicity|maintainability|efficiency|flexibility)$/u.test(
        next.word,
      )
    )
      return words.slice(0, at);
  }
  return words;
}

function findCondition(words: readonly Word[], verb: string | undefined): number {
  for (let at = 1; at < words.length - 1; at += 1) {
    const { kind, word } = words[at]!;
    if (kind !== "word") continue;
    if (word === "where" && opensCondition(words[at + 1]!)) return at;
    if (word === "every" && words[at + 1]!.word === "time") return at;
    if (!CONDITION_WORDS.has(word)) continue;
    const before = words[at - 1]!;
    if (before.part === "preposition" && word !== "before" && word !== "after") continue;
    const governs = before.base !== undefined && TAKES_CLAUSE.has(before.base) && before.part === "verb";
    if (governs && ["if", "when", "whether"].includes(word)) return -1;
    if (at === 1 && verb !== undefined && TAKES_CLAUSE.has(verb) && (word === "if" || word === "when"))
      return -1;
    return at;
  }
  return -1;
}

const opensCondition = ({ word }: Word): boolean =>
  ["there", "you", "we", "it", "they", "possible", "needed", "necessary", "applicable"].includes(word);

const AFTER_LOCATION = wordSet("to into with as from by rather instead than");

/** Where a trailing location starts: "in the minutes", "under scripts/". */
function findLocation(words: readonly Word[], verb: string | undefined): number {
  const needs = verb !== undefined && NEEDS_LOCATION.has(verb);
  let found = -1;
  // What immediately follows the verb belongs to it: "commit in small steps".
  const first = verb !== undefined && words[0]?.base === verb ? 2 : 1;
  for (let at = first; at < words.length - 1; at += 1) {
    const { kind, word } = words[at]!;
    if (kind !== "word" || !LOCATION_WORDS.has(word)) continue;
    if (
      verb !== undefined &&
      ["for", "on", "at"].includes(word) &&
      verb !== "add" &&
      verb !== "allow" &&
      verb !== "use"
    )
      continue;
    if (needs) {
      // The first location belongs to the verb. A second one limits where the wish applies.
      if (
        found === -1 &&
        at < words.length - 1 &&
        words.slice(at + 1).some((each) => each.kind === "word" && LOCATION_WORDS.has(each.word))
      )
        found = -2;
      else if (found === -2 && words.length - at <= 5) return at;
      continue;
    }
    if (word === "for" && /^(?:loops?|each)$/u.test(words[at + 1]!.word)) continue;
    const rest = words.slice(at + 1);
    if (rest.some(({ part }) => part === "modal" || part === "be")) continue;
    // In "convert paddings in card.scss to rem", what follows the location belongs to the verb.
    if (verb !== undefined && rest.some((next) => next.kind === "word" && AFTER_LOCATION.has(next.word)))
      continue;
    return at;
  }
  return -1;
}
