import type { default as MiniSearch, SearchResult } from "minisearch";
import { asPagesSay, type Place } from "./search-options.ts";

const MOST_FOUND = 20;

/** How much a page is worth to somebody who looks something up, by the beginning of its address or by its section. */
const WEIGHTS: Readonly<Record<string, number>> = {
  "Start here": 1.5,
  Guides: 1.6,
  Topics: 1.3,
  "Running it": 1.3,
  Background: 0.5,
  "reference/api": 0.4,
  changelog: 0.3,
  contributing: 0.5,
};

function weightOf(stored: Record<string, unknown> | undefined): number {
  const { href = "", section = "" } = (stored ?? {}) as Partial<Place>;
  return WEIGHTS[href.split(".")[0]!] ?? WEIGHTS[section] ?? 1;
}

/** The places that fit best: those with every word, and if there are few, those with some. */
export function findPlaces(index: MiniSearch<Place>, asked: string): readonly Place[] {
  const options = {
    boost: { heading: 4, page: 3 },
    prefix: (term: string) => term.length > 2,
    fuzzy: (term: string) => (term.length > 5 ? 0.2 : false),
    weights: { fuzzy: 0.2, prefix: 0.5 },
    boostDocument: (_id: unknown, _term: string, stored?: Record<string, unknown>) => weightOf(stored),
  };
  const words = asPagesSay(asked);
  const all = index.search(words, { ...options, combineWith: "AND" });
  const some = all.length >= 5 ? [] : index.search(words, options);
  const found = new Map([...byHeading(all), ...byHeading(some)].map((place) => [place.id as number, place]));
  return [...found.values()].slice(0, MOST_FOUND) as unknown as readonly Place[];
}

/** A heading that has all the words is better than a short one with some of them, which the index prefers. */
function byHeading(found: readonly SearchResult[]): readonly SearchResult[] {
  const score = (place: SearchResult): number => {
    const inHeading = Object.values(place.match).filter((fields) => fields.includes("heading")).length;
    const share = Math.min(1, inHeading / place.queryTerms.length);
    return place.score * (1 + share ** 2);
  };
  return found.toSorted((a, b) => score(b) - score(a));
}
