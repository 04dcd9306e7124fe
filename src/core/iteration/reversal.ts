import { opposed } from "../english/compare-wishes.ts";
import { isCommon, isFaint } from "../english/leaning.ts";
import { readWishes } from "../english/read-wishes.ts";
import { stem } from "../english/stem.ts";
import type { RemarkReading, Wish } from "../english/wish.ts";
import verbs from "./reversal-verbs.json" with { type: "json" };

const stems = (list: string): ReadonlySet<string> => new Set(list.split(" ").map((word) => stem(word)));
const PAIRS = verbs.pairs.map((sides) => sides.map(stems));

/** From which share of the shorter demand on two are about one thing. */
const ABOUT_ONE = 0.5;

/** Why a demand undoes an earlier one, in plain words; undefined if it does not. */
export function reversalReason(earlier: string, later: string): string | undefined {
  const [before, after] = [readWishes(earlier), readWishes(later)];
  const moved = movedBack(earlier, later);
  if (moved !== undefined) return moved;
  if (keepsDemand(earlier, later)) return undefined;
  const [first, second] = [before.wishes[0], after.wishes[0]];
  // The first wish of an instruction is the change to make; what follows says how.
  const contrary =
    opposed(before, after)?.reason ??
    (first === undefined || second === undefined
      ? undefined
      : opposed({ ...before, wishes: [first] }, { ...after, wishes: [second] })?.reason);
  if (contrary !== undefined) return contrary;
  const [one, other] = [demandOf(before, earlier), demandOf(after, later)];
  if (!undo(one.verb, other.verb) || !isAboutOne(one.terms, other.terms)) return undefined;
  return `one asks to ${one.verb} it, the other to ${other.verb} it`;
}

/**
 * Whether a demand still wants what an earlier one wanted, although one of them names what it replaces: "replace 86400
 * with a constant" and "introduce a constant for 86400".
 */
export function keepsDemand(earlier: string, later: string): boolean {
  const [before, after] = [readWishes(earlier), readWishes(later)];
  if (isReplacement(before) === isReplacement(after)) return false;
  const wanted = wantedTerms(before);
  if (after.wishes.some(({ insteadOf }) => insteadOf?.terms.some((term) => wanted.has(term)))) return false;
  for (const term of wantedTerms(after)) if (wanted.has(term)) return true;
  return false;
}

const isReplacement = ({ wishes }: RemarkReading): boolean =>
  wishes.some(({ insteadOf }) => insteadOf !== undefined);

/** What replacements want that they do not also want gone: of "fetch instead of axios", "fetch". */
function wantedTerms({ wishes }: RemarkReading): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const { act, what, insteadOf } of wishes) {
    if (act !== "replace" && !(act === "do" && isAdding(what.verb))) continue;
    for (const term of what.terms) if (!insteadOf?.terms.includes(term) && !isFaint(term)) wanted.add(term);
  }
  return wanted;
}

const ADDING = stems("add introduce use define create write provide give include insert set declare name");
const isAdding = (verb: string | undefined): boolean => verb !== undefined && ADDING.has(stem(verb));

/** "From a to b", and later "from b to a". */
function movedBack(earlier: string, later: string): string | undefined {
  const [one, other] = [wayOf(earlier), wayOf(later)];
  if (one === undefined || other === undefined) return undefined;
  if (one.from === one.to || one.from !== other.to || one.to !== other.from) return undefined;
  return `one asks to go from ${one.from} to ${one.to}, the other back`;
}

function wayOf(text: string): { readonly from: string; readonly to: string } | undefined {
  const found =
    / from (?:the |a |an )?(\S{1,80}(?: [^\s,;.]{1,40})?) (?:in)?to (?:the |a |an )?(\S{1,80})/i.exec(text);
  const plain = (word: string | undefined): string =>
    (word ?? "")
      .toLowerCase()
      .replaceAll(/[`"'()]/g, "")
      .replace(/[.,;:]$/, "");
  return found === null ? undefined : { from: plain(found[1]), to: plain(found[2]) };
}

interface Demand {
  readonly verb: string;
  readonly terms: readonly string[];
}

/** The first demand; an instruction that was not understood is taken by its first word. */
function demandOf({ wishes }: RemarkReading, text: string): Demand {
  const wish: Wish | undefined = wishes.find(({ what }) => what.verb !== undefined);
  if (wish?.what.verb !== undefined) return { verb: wish.what.verb, terms: wish.what.terms };
  const [verb = "", ...rest] = (text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => stem(word));
  return { verb, terms: rest };
}

const undo = (a: string, b: string): boolean => {
  const [one, other] = [stem(a), stem(b)];
  return PAIRS.some(
    ([left, right]) =>
      (left!.has(one) && right!.has(other) && !left!.has(other)) ||
      (right!.has(one) && left!.has(other) && !right!.has(other)),
  );
};

function isAboutOne(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [a, b].map(
    (terms) => new Set(terms.filter((term) => !isFaint(term) && !isCommon(term))),
  );
  const least = Math.min(one!.size, other!.size);
  if (least === 0) return false;
  let shared = 0;
  for (const term of one!) if (other!.has(term)) shared += 1;
  return shared / least >= ABOUT_ONE;
}
