import table from "./opposites.json" with { type: "json" };
import { stem } from "./stem.ts";
import type { RemarkReading, Wish, WishPhrase } from "./wish.ts";

export type WishRelation = "same" | "opposite" | "compatible" | "unrelated";

const stems = (list: string): readonly string[] =>
  list
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => stem(word));
const REMOVING = new Set(stems(table.removing));
const NEUTRAL = new Set(stems(table.neutral));
/** Words of which one is the reverse of the other: the axis they lie on, and at which end. */
const AXES = new Map<string, readonly [axis: string, end: 1 | -1]>();
for (const [one = "", other = "", likeOne = "", likeOther = ""] of table.axes) {
  for (const word of stems(`${one} ${likeOne}`)) if (!AXES.has(word)) AXES.set(word, [`${one}|${other}`, 1]);
  for (const word of stems(`${other} ${likeOther}`))
    if (!AXES.has(word)) AXES.set(word, [`${one}|${other}`, -1]);
}

/** What a wish is for (above 0) and against (below 0). */
interface Leaning {
  readonly terms: ReadonlyMap<string, number>;
  /** Where it holds; empty for everywhere. */
  readonly place: ReadonlySet<string>;
}

function leaningOf(wish: Wish): Leaning {
  const terms = new Map<string, number>();
  const add = (phrase: WishPhrase | undefined, sign: number): void => {
    if (phrase === undefined) return;
    const verb = phrase.verb === undefined ? undefined : stem(phrase.verb);
    const turned = verb !== undefined && REMOVING.has(verb) ? -sign : sign;
    if (verb !== undefined && !REMOVING.has(verb) && !NEUTRAL.has(verb)) put(terms, verb, sign);
    for (const term of phrase.terms) put(terms, term, turned);
  };
  if (wish.act !== "ask") {
    add(wish.what, wish.act === "avoid" ? -1 : 1);
    add(wish.insteadOf, -1);
  }
  const place = new Set(
    [wish.where, wish.subject, wish.when].flatMap((phrase) => [...(phrase?.terms ?? [])]),
  );
  return { terms, place };
}

/** A term that is wanted and unwanted in one wish says nothing. */
function put(terms: Map<string, number>, term: string, sign: number): void {
  const [axis, end] = AXES.get(term) ?? [term, 1];
  terms.set(axis, (terms.get(axis) ?? 0) + sign * end);
}

/** How two wishes relate, and the terms that decide it. */
export interface WishComparison {
  readonly relation: WishRelation;
  readonly terms: readonly string[];
}

/** From which share of the shorter wish's terms on two wishes are about one thing. */
const ABOUT_ONE = 0.5;

export function compareWishesBy(a: Wish, b: Wish): WishComparison {
  const [ofA, ofB] = [leaningOf(a), leaningOf(b)];
  const agreed: string[] = [];
  const contrary: string[] = [];
  for (const [term, sign] of ofA.terms) {
    const other = ofB.terms.get(term) ?? 0;
    if (sign * other > 0) agreed.push(term);
    else if (sign * other < 0) contrary.push(term);
  }
  const least = Math.max(1, Math.min(ofA.terms.size, ofB.terms.size));
  const isAxis = contrary.some((term) => term.includes("|"));
  if (
    contrary.length > 0 &&
    (isAxis || contrary.length > agreed.length) &&
    (contrary.length + agreed.length) / least >= ABOUT_ONE
  ) {
    return isElsewhere(a, b, ofA, ofB)
      ? { relation: "compatible", terms: contrary }
      : { relation: "opposite", terms: contrary };
  }
  if (agreed.length > contrary.length) {
    return {
      relation: agreed.length / least >= ABOUT_ONE && contrary.length === 0 ? "same" : "compatible",
      terms: agreed,
    };
  }
  return { relation: contrary.length > 0 ? "compatible" : "unrelated", terms: [] };
}

/** "X only in dev builds" and "no X in production" hold side by side. */
const isElsewhere = (a: Wish, b: Wish, ofA: Leaning, ofB: Leaning): boolean =>
  (a.isOnly || b.isOnly || (a.where !== undefined && b.where !== undefined)) &&
  ofA.place.size > 0 &&
  ofB.place.size > 0 &&
  ![...ofA.place].some((term) => ofB.place.has(term));

/** How two wishes relate: whether following one would follow, undo or not touch the other. */
export const compareWishes = (a: Wish, b: Wish): WishRelation => compareWishesBy(a, b).relation;

/** Why two remarks want opposite things, if they do. */
export function opposed(a: RemarkReading, b: RemarkReading): { readonly reason: string } | undefined {
  let reason: string | undefined;
  for (const one of a.wishes) {
    for (const other of b.wishes) {
      const { relation } = compareWishesBy(one, other);
      if (relation === "same") return undefined;
      if (relation === "opposite") reason ??= `one wants ${quoted(one)}, the other ${quoted(other)}`;
    }
  }
  return reason === undefined ? undefined : { reason };
}

const quoted = ({ act, what, insteadOf }: Wish): string => {
  const said = what.text === "" ? `to ${what.verb ?? "change"} it` : `“${what.text}”`;
  if (act === "avoid") return `no ${said}`;
  return insteadOf === undefined || insteadOf.text === "" ? said : `${said}, not “${insteadOf.text}”`;
};
