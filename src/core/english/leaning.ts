import table from "./concepts.json" with { type: "json" };
import verbs from "./opposites.json" with { type: "json" };
import { stem } from "./stem.ts";
import { isKnownVerb } from "./tagged-words.ts";
import { tokensOf } from "./tokens.ts";
import type { Wish, WishPhrase } from "./wish.ts";

/** What a wish is for (above 0) and against (below 0), by concept or word. */
export type Leaning = ReadonlyMap<string, number>;

interface Concept {
  readonly name: string;
  /** -1 for a word that means the contrary: "implicit" under "explicit". */
  readonly sense: 1 | -1;
}

const CONCEPTS = new Map<string, Concept>();
for (const [name, list] of Object.entries(table.concepts)) {
  for (const entry of list.split(" ")) {
    const isContrary = entry.startsWith("!");
    const key = isContrary ? entry.slice(1) : entry;
    if (key !== "" && !CONCEPTS.has(key)) CONCEPTS.set(key, { name, sense: isContrary ? -1 : 1 });
  }
}
const MOST_WORDS = 3;
const FAINT = new Set(table.faint.split(" "));
const COMMON = new Set(table.common.split(" ").map((word) => stem(word)));
const stems = (list: string): ReadonlySet<string> => new Set(list.split(" ").map((word) => stem(word)));
const REMOVING = stems(verbs.removing);
const NEUTRAL = stems(verbs.neutral);
/** Verbs that change their object into something: what comes behind the particle is wanted, the object is not weighed. */
const CHANGING = new Set("make turn convert change rename move put wrap switch refactor migrate".split(" "));
const INTO = new Set(["into", "to", "a", "an", "in", "with", "as", "behind", "inside"]);

const NAMES = new Set(Object.keys(table.concepts));
export const isConcept = (term: string): boolean => NAMES.has(term);

/** How much a term tells: words that many remarks name in passing tell less. */
export const weightOf = (term: string): number => (COMMON.has(term) ? 0.4 : 1);

/** What a wish leans towards. */
export function leaningOf(wish: Wish): Leaning {
  const terms = new Map<string, number>();
  if (wish.act === "ask") return terms;
  const sign = wish.act === "avoid" ? -1 : 1;
  // "never merge without a review" is for reviews and not against merging.
  if (wish.without === undefined || sign === 1) addPhrase(terms, wish.what, sign);
  addPhrase(terms, wish.without, -sign);
  addPhrase(terms, wish.insteadOf, -1);
  return terms;
}

function addPhrase(terms: Map<string, number>, phrase: WishPhrase | undefined, sign: number): void {
  if (phrase === undefined || phrase.verb === "let") return;
  const verb = phrase.verb;
  const isRemoving = verb !== undefined && REMOVING.has(stem(verb));
  const all = tokensOf(phrase.thing)
    .filter(({ kind }) => kind !== "mark")
    .map(({ word }) => word);
  const without = all.indexOf("without");
  const words = without === -1 ? all : all.slice(0, without);
  const from =
    verb !== undefined && CHANGING.has(verb)
      ? Math.max(
          0,
          words.findIndex((word, at) => at > 0 && INTO.has(word)),
        )
      : 0;
  const rest = words.slice(from);
  const origin = isRemoving ? rest.indexOf("from") : -1;
  const said = origin === -1 ? rest : rest.slice(0, origin);
  // "unwrap it" is against wrapping.
  const undone = undoneBy(verb);
  const turned = isRemoving || undone !== undefined ? -sign : sign;
  if (undone !== undefined && isKnownVerb(undone) && !CONCEPTS.has(verb!))
    put(terms, CONCEPTS.get(undone)?.name ?? stem(undone), -sign);
  else if (verb !== undefined && !isRemoving) {
    // "pin the version", "inline it": the verb itself may be the choice.
    const concept = CONCEPTS.get(`${verb}-${said[0] ?? ""}`) ?? CONCEPTS.get(verb);
    if (concept !== undefined) put(terms, concept.name, sign * concept.sense);
    else if (!NEUTRAL.has(stem(verb))) put(terms, stem(verb), sign);
  }
  for (let at = 0; at < said.length;) {
    const { length, concept } = conceptAt(said, at);
    if (concept !== undefined) put(terms, concept.name, turned * concept.sense);
    else if (!/[\p{L}\p{N}]/u.test(said[at]!)) put(terms, said[at]!, turned);
    else
      for (const part of said[at]!.toLowerCase().split(/[^\p{L}\p{N}_]+/u))
        if (part.length > 1 && !FAINT.has(part)) put(terms, stem(part), turned);
    at += length;
  }
}

function undoneBy(verb: string | undefined): string | undefined {
  if (verb === undefined || !verb.startsWith("un") || CONCEPTS.has(verb)) return undefined;
  const rest = verb.slice(verb[2] === "-" ? 3 : 2);
  return isKnownVerb(rest) ? rest : undefined;
}

/** The longest run of words that names a concept. */
function conceptAt(
  words: readonly string[],
  at: number,
): { readonly length: number; readonly concept?: Concept } {
  for (let length = Math.min(MOST_WORDS, words.length - at); length > 0; length -= 1) {
    const key = words
      .slice(at, at + length)
      .join("-")
      .toLowerCase();
    const concept = CONCEPTS.get(key);
    if (concept !== undefined) return { length, concept };
  }
  return { length: 1 };
}

/** A term that is wanted and unwanted in one wish says nothing. */
function put(terms: Map<string, number>, term: string, sign: number): void {
  terms.set(term, (terms.get(term) ?? 0) + sign);
}
