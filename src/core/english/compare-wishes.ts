import { isConcept, type Leaning, leaningOf, conceptWeight } from "./leaning.ts";
import type { RemarkReading, Wish } from "./wish.ts";

export type WishRelation = "same" | "opposite" | "compatible" | "unrelated";

interface WishComparison {
  readonly relation: WishRelation;
  readonly terms: readonly string[];
}

/** The share of the shorter wish from which two wishes are about the same thing. */
const ABOUT_ONE = 0.4;
/** Opposite sides of one concept weigh more than a plain word that one wants and the other does not. */
const CONCEPT_WEIGHS = 1.5;
/** The weight from which opposing terms make wishes opposite. */
const CONTRARY_FROM = 1;

function compareWithTerms(a: Wish, b: Wish): WishComparison {
  const found = compareLeanings(leaningOf(a), leaningOf(b));
  return found.relation === "opposite" && applyInDifferentPlaces(a, b)
    ? { ...found, relation: "compatible" }
    : found;
}

function compareLeanings(a: Leaning, b: Leaning): WishComparison {
  let agreed = 0;
  let contrary = 0;
  const shared: string[] = [];
  const apart: string[] = [];
  for (const [term, sign] of a) {
    const product = sign * (b.get(term) ?? 0);
    if (product > 0) {
      agreed += conceptWeight(term);
      shared.push(term);
    } else if (product < 0) {
      contrary += conceptWeight(term) * (isConcept(term) ? CONCEPT_WEIGHS : 1);
      apart.push(term);
    }
  }
  const least = Math.max(1, Math.min(totalWeight(a), totalWeight(b)));
  const isAboutOne = (agreed + contrary) / least >= ABOUT_ONE;
  // Wishes that share a single term, however common it is.
  const isAll = apart.length > 0 && apart.length === a.size && apart.length === b.size;
  if ((contrary >= CONTRARY_FROM || isAll) && contrary > agreed && isAboutOne)
    return { relation: "opposite", terms: apart };
  if (agreed > contrary)
    return { relation: isAboutOne && contrary === 0 && agreed >= 1 ? "same" : "compatible", terms: shared };
  return { relation: contrary > 0 ? "compatible" : "unrelated", terms: [] };
}

const totalWeight = (leaning: Leaning): number => {
  let sum = 0;
  for (const [term, sign] of leaning) if (sign !== 0) sum += conceptWeight(term);
  return sum;
};

/** "X only in dev builds" and "no X in production" are compatible. */
function applyInDifferentPlaces(a: Wish, b: Wish): boolean {
  if (!a.isOnly && !b.isOnly && (a.where === undefined || b.where === undefined)) return false;
  const [ofA, ofB] = [locationTerms(a), locationTerms(b)];
  return ofA.length > 0 && ofB.length > 0 && !ofA.some((term) => ofB.includes(term));
}

const locationTerms = ({ where, subject, when }: Wish): readonly string[] =>
  [where, subject, when].flatMap((phrase) => [...(phrase?.terms ?? [])]);

/** Whether following one wish follows, undoes or does not affect the other. */
export const compareWishes = (a: Wish, b: Wish): WishRelation => compareWithTerms(a, b).relation;

/** Why two remarks contradict each other, if they do. */
export function findOpposition(a: RemarkReading, b: RemarkReading): { readonly reason: string } | undefined {
  let reason: string | undefined;
  for (const one of a.wishes) {
    for (const other of b.wishes) {
      const { relation } = compareWithTerms(one, other);
      if (relation === "same") return undefined;
      if (relation === "opposite") reason ??= `one wants ${quoted(one)}, the other ${quoted(other)}`;
    }
  }
  return reason === undefined ? undefined : { reason };
}

const quoted = ({ act, what, insteadOf }: Wish): string => {
  const object = what.text === "" ? `to ${what.verb ?? "change"} it` : `“${what.text}”`;
  if (act === "avoid") return `no ${object}`;
  return insteadOf === undefined || insteadOf.text === "" ? object : `${object}, not “${insteadOf.text}”`;
};
