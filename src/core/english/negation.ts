import { wordSet } from "../text/word-set.ts";
import expected from "./expected-things.json" with { type: "json" };
import { singular } from "./stem.ts";
import { isPart, type Word } from "./tagged-words.ts";
import words from "./words.json" with { type: "json" };

/** Things that good work has, so that their absence is a fault. */
const EXPECTED = new Set(expected.things.split(" ").flatMap((thing) => [thing, singular(thing)]));
/** Things that are banned more often than they are missing. */
const BANNED = new Set(expected.bans.split(" ").flatMap((thing) => [thing, singular(thing)]));
/** "no changelog changes made" */
const MADE = wordSet("made done given provided added found set specified defined mentioned included");
/** Qualities that are missing rather than banned. */
const GOOD = wordSet(words.goodQualities);
/** Things that are missing as often as they are banned, so that only the location can tell. */
const EITHER = wordSet(expected.either);
const STOPS = wordSet(
  "for on in at to with from of here there anywhere please unless either yet again up before after when if without that around under inside between whatsoever ever as",
);
const DEFINITE = wordSet("the this that these those your our its my here either yet at");
const ORDERING = wordSet("please ever unless anymore ok thanks again");

/** Whether "no …" means that something is missing, bans it, or is ambiguous. */
export function readNegation(
  after: readonly Word[],
  end: string,
  hasAlternative: boolean,
  isPlaced = false,
): "missing" | "banned" | undefined {
  const stop = after.findIndex(
    ({ kind, word, part }, at) =>
      at > 0 && (isPart(part, "mark", "be", "modal") || (kind === "word" && STOPS.has(word))),
  );
  const group = stop === -1 ? after : after.slice(0, stop);
  const rest = stop === -1 ? [] : after.slice(stop);
  if (group.length === 0) return undefined;
  const isOrdered =
    rest.some(({ kind, word }) => kind === "word" && ORDERING.has(word) && word !== "again") ||
    group.some(({ word }) => word === "please");
  if (isOrdered || hasAlternative) return "banned";
  const head = group.findLast(({ part, kind }) => kind === "word" && part !== "adverb");
  const isMentioned = group.every(({ kind }) => kind !== "word");
  if (isMentioned) return end === "?" ? "missing" : "banned";
  if (head === undefined) return undefined;
  const whole = group.map(({ word }) => word).join("-");
  const lastTwo = group
    .slice(-2)
    .map(({ word }) => word)
    .join("-");
  const isPlural = head.word.endsWith("s") && !head.word.endsWith("ss") && singular(head.word) !== head.word;
  const names = [head.word, singular(head.word), whole, singular(whole), lastTwo, singular(lastTwo)];
  const isBanned = names.some((name) => BANNED.has(name)) || group.some(({ word }) => BANNED.has(word));
  const isExpected = names.some((name) => EXPECTED.has(name));
  const isDefinite = rest.some(({ kind, word }) => kind !== "word" || DEFINITE.has(word));
  if (end === "?" || MADE.has(head.word)) return "missing";
  const first = group[0]!;
  const isQualified =
    group.length > 1 && (first.part === "adjective" || first.form === "ed") && !GOOD.has(first.word);
  if (isQualified && isPlural && !isDefinite) return "banned";
  if (isBanned && !(isExpected && isDefinite)) return "banned";
  if (isExpected && !isPlaced && rest.length === 0 && group.length === 1 && EITHER.has(singular(head.word)))
    return undefined;
  if (isExpected) return isPlural && end === "!" ? "banned" : "missing";
  if (group.some(({ kind }) => kind === "code")) return isDefinite ? undefined : "banned";
  if (isPlural) return isDefinite ? undefined : "banned";
  return end === "!" ? "banned" : undefined;
}
