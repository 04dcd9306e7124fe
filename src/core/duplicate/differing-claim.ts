import { stem } from "../english/stem.ts";
import { tagWords } from "../english/tagged-words.ts";
import { tokensOf } from "../english/tokens.ts";
import claims from "./claim-words.json" with { type: "json" };

const NEGATORS = new Set(claims.negators.split(" "));
const NUMBERS = new Set(claims.numbers.split(" "));
const OPPOSITES = new Map<string, Set<string>>();
for (const [one = "", other = ""] of claims.opposites) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    OPPOSITES.set(from, (OPPOSITES.get(from) ?? new Set()).add(to));
  }
}

/** What of a passage makes it another claim than one in nearly the same words. */
export interface ClaimSigns {
  readonly words: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly negations: number;
  /** What it is about: the stems of its nouns and names. */
  readonly things: ReadonlySet<string>;
  /** Those of them that cannot be verbs. */
  readonly sureThings: ReadonlySet<string>;
}

export function claimSigns(text: string): ClaimSigns {
  const words = new Set<string>();
  const numbers = new Set<string>();
  const things = new Set<string>();
  const sureThings = new Set<string>();
  let negations = 0;
  for (const { word, part, base } of tagWords(tokensOf(text))) {
    if (part === "mark") continue;
    if (NEGATORS.has(word)) negations += 1;
    const pieces = word.split("-");
    if (part === "number" || /^[\d.,%]+$/.test(word) || pieces.every((piece) => NUMBERS.has(piece))) {
      numbers.add(plainNumber(word));
    }
    words.add(word);
    if (base !== undefined) words.add(base);
    words.add(stem(word));
    if (part !== "noun" && part !== "name") continue;
    things.add(stem(word));
    if (base === undefined) sureThings.add(stem(word));
  }
  return { words, numbers, negations, things, sureThings };
}

const plainNumber = (word: string): string => word.replaceAll(/[,%]/g, "").replace(/\.0+$/, "");

/** Why two passages that read alike claim different things; nothing if no word says so. */
export function differingClaim(a: ClaimSigns, b: ClaimSigns): string | undefined {
  const [ours, theirs] = [without(a.numbers, b.numbers), without(b.numbers, a.numbers)];
  if (ours.length > 0 && theirs.length > 0) return `other numbers: ${ours[0]} and ${theirs[0]}`;
  if (a.negations % 2 !== b.negations % 2) return "one says it and the other denies it";
  for (const word of without(a.words, b.words)) {
    const opposite = [...(OPPOSITES.get(word) ?? [])].find((each) => b.words.has(each) && !a.words.has(each));
    if (opposite !== undefined) return `opposites: ${word} and ${opposite}`;
  }
  return undefined;
}

/** Which part of what two passages are about was put in another's place: "coffee drinkers" and "tea drinkers". */
export function swappedThings(a: ClaimSigns, b: ClaimSigns): number {
  const [ours, theirs] = [without(a.things, b.words), without(b.things, a.words)];
  // "They finish" and "they end" is another word for the same; "walks" and "bus rides" is not.
  const isSure = ours.some((each) => a.sureThings.has(each)) || theirs.some((each) => b.sureThings.has(each));
  const swapped = isSure ? Math.min(ours.length, theirs.length) : 0;
  return swapped === 0 ? 0 : swapped / Math.max(a.things.size, b.things.size);
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...some].filter((each) => !others.has(each));
