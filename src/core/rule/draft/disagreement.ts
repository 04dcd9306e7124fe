import { compareWishes } from "../../english/compare-wishes.ts";
import { stem } from "../../english/stem.ts";
import { tagWords } from "../../english/tagged-words.ts";
import { tokenize } from "../../english/tokens.ts";
import type { Wish } from "../../english/wish.ts";
import type { ReadRemark } from "./read-remarks.ts";

/** Two contradictory remarks, and the words that show it. */
export interface RemarkConflict {
  readonly one: ReadRemark;
  readonly other: ReadRemark;
  readonly firstWords: string;
  readonly secondWords: string;
}

/** A fragment this short may be an order or just name the fault: "force push". */
const FRAGMENT_WORDS = 4;

/** Whether a wish is explicit enough to contradict another: an order or a request that is not just a fragment. */
export function isPlain({ act, force, what, start, end }: Wish, text: string): boolean {
  if (force !== "order" && force !== "request") return false;
  if (act !== "do" || force === "request") return true;
  const words = tagWords(tokenize(text.slice(start, end)));
  const [first, second] = words;
  if (first === undefined || words.length > FRAGMENT_WORDS) return true;
  const isSure = first.kind === "word" && !first.canBeNoun && first.form === "base" && first.part === "verb";
  return isSure || second?.part === "determiner" || what.verb === "use";
}

/** The first two remarks that clearly contradict each other. */
export function findDisagreement(all: readonly ReadRemark[]): RemarkConflict | undefined {
  for (const [at, one] of all.entries()) {
    for (const other of all.slice(at + 1)) {
      const found = oppositeWishes(one, other);
      if (found !== undefined) return { one, other, firstWords: found[0], secondWords: found[1] };
    }
  }
  return undefined;
}

function oppositeWishes(one: ReadRemark, other: ReadRemark): readonly [string, string] | undefined {
  const [ours, theirs] = [plainWishes(one), plainWishes(other)];
  let found: readonly [string, string] | undefined;
  for (const wish of ours) {
    for (const against of theirs) {
      const relation = compareWishes(wish, against);
      if (relation === "same") return undefined;
      if (relation === "opposite" && isAboutOneThing(wish, against))
        found ??= [quoted(wish, one), quoted(against, other)];
    }
  }
  return found;
}

/**
 * Wishes about different names do not contradict each other, even if the names share a part: `Write-Host` is
 * unwanted and `Write-Verbose` is wanted. Nor do wishes that only share a verb: "don't run all", "run the one spec".
 */
export function isAboutOneThing(a: Wish, b: Wish): boolean {
  const [ours, theirs] = [namesOf(a), namesOf(b)];
  if (ours.length > 0 && theirs.length > 0 && !ours.some((name) => theirs.includes(name))) return false;
  const [one, other] = [thingsOf(a), thingsOf(b)];
  if (one.length === 0 || other.length === 0) return true;
  const isNamedBy = (terms: readonly string[], { what }: Wish): boolean =>
    what.verb !== undefined && terms.includes(stem(what.verb));
  return one.some((term) => other.includes(term)) || isNamedBy(one, b) || isNamedBy(other, a);
}

const namesOf = ({ what, insteadOf }: Wish): readonly string[] =>
  [...what.names, ...(insteadOf?.names ?? [])].map((name) => name.toLowerCase().replaceAll(/[`'"()]/g, ""));

const thingsOf = ({ what, insteadOf }: Wish): readonly string[] => [
  ...what.terms,
  ...(insteadOf?.terms ?? []),
];

const plainWishes = ({ reading, remark }: ReadRemark): readonly Wish[] =>
  reading.wishes.filter((wish) => isPlain(wish, remark.text));

const MAX_QUOTED = 80;

const quoted = ({ start, end }: Wish, { remark }: ReadRemark): string => {
  const words = remark.text.slice(start, end).replaceAll(/\s+/g, " ").trim();
  return words.length > MAX_QUOTED ? `${words.slice(0, MAX_QUOTED - 1)}…` : words;
};
