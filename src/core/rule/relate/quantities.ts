import { wordSet } from "../../text/word-set.ts";
import { stem } from "../../english/stem.ts";
import units from "./units.json" with { type: "json" };
import versioned from "./versioned-programs.json" with { type: "json" };

/** Programs whose version a project chooses: the number after the name counts. */
export const VERSIONED: Readonly<Record<string, string>> = versioned;

export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};

/** A number with its unit, and what else its sentence mentions. */
export interface Quantity {
  readonly dimension: string;
  /** In the smallest unit of its dimension: a minute is 60 seconds. */
  readonly value: number;
  readonly bound: "least" | "most" | "exact";
  readonly text: string;
  /** Stems of the sentence's other words, without numbers, units and common words. */
  readonly about: ReadonlySet<string>;
}

interface Unit {
  readonly dimension: string;
  readonly factor: number;
}

const UNITS: ReadonlyMap<string, Unit> = new Map(
  Object.entries(units).flatMap(([dimension, table]) =>
    Object.entries(table).map(([name, factor]): [string, Unit] => [name, { dimension, factor }]),
  ),
);
const NUMBERED = /^(?<amount>\d+(?:\.\d+)?)(?<unit>[a-z%]*)$/u;
const PIECE = /[\p{L}\p{N}.%_-]+/gu;
const MAX_TEXT = 2_000;
/** The number of words before a number that tell whether it is a bound. */
const BOUND_WORDS = 5;
const LEAST = wordSet("least minimum min minimally from above over exceed exceeds more longer larger");
const MOST = wordSet(
  "most maximum max within under below up less fewer shorter smaller than limit cap capped no exceed",
);
/** Words that say nothing about what is measured. */
const COMMON = new Set(
  "a an the may can allow permit let to of for in on at by with per and or is are be must should shall always never not no do use set keep make have has give take value default exactly about every each all any our your its it this that than more less least most maximum minimum max min up under over within below above from longer shorter after before when if only one new limit cap wait using it's long length duration time"
    .split(" ")
    .map((word) => stem(word)),
);
/** The share of the shorter sentence's words that both must contain. */
const ABOUT_ONE = 0.6;

export function readQuantities(text: string): readonly Quantity[] {
  return text
    .slice(0, MAX_TEXT)
    .split(/(?<=[.;!?])\s+|\n+/u)
    .flatMap(quantitiesOf);
}

function quantitiesOf(sentence: string): readonly Quantity[] {
  const words = [...sentence.toLowerCase().matchAll(PIECE)].map(([word]) => word.replace(/[.-]+$/u, ""));
  const found: Omit<Quantity, "about">[] = [];
  const about = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    const amount = amountAt(words, at);
    if (amount === undefined) {
      for (const part of words[at]!.split(/[-_.]/u)) {
        if (part.length > 1 && !COMMON.has(stem(part)) && !/^\d/u.test(part)) about.add(stem(part));
      }
      continue;
    }
    found.push({ ...amount.quantity, bound: boundOf(words.slice(Math.max(0, at - BOUND_WORDS), at)) });
    at += amount.length - 1;
  }
  return found.map((quantity) => ({ ...quantity, about }));
}

function amountAt(
  words: readonly string[],
  at: number,
): { readonly quantity: Omit<Quantity, "about" | "bound">; readonly length: number } | undefined {
  const word = words[at]!;
  const { amount, unit = "" } = NUMBERED.exec(word)?.groups ?? {};
  const [spelled, joined] = word.split("-", 2);
  const number =
    amount ?? (Object.hasOwn(NUMBER_WORDS, spelled!) ? String(NUMBER_WORDS[spelled!]) : undefined);
  if (number === undefined) return undefined;
  const name = unit !== "" ? unit : (joined ?? words[at + 1] ?? "");
  const known = UNITS.get(name);
  if (known === undefined) return undefined;
  const length = unit !== "" || joined !== undefined ? 1 : 2;
  const text = words.slice(at, at + length).join(" ");
  return { quantity: { dimension: known.dimension, value: Number(number) * known.factor, text }, length };
}

function boundOf(before: readonly string[]): Quantity["bound"] {
  if (before.includes("least") || before.includes("minimum")) return "least";
  if (before.includes("most") || before.includes("maximum")) return "most";
  const last = before.findLast((word) => LEAST.has(word) || MOST.has(word));
  if (last === undefined) return "exact";
  return MOST.has(last) && !(last === "than" && before.some((word) => LEAST.has(word))) ? "most" : "least";
}

/** Two quantities that contradict each other although the rules are about the same thing. */
export function clashingQuantities(
  ours: readonly Quantity[],
  theirs: readonly Quantity[],
): { readonly a: string; readonly b: string } | undefined {
  for (const a of ours) {
    const others = theirs.filter((b) => b.dimension === a.dimension && isAboutOne(a, b));
    if (others.length === 0 || others.some((b) => b.value === a.value)) continue;
    const b = others.find((other) => isApart(a, other));
    // Two numbers of a kind in one rule are a range, or about two things.
    if (b !== undefined && isOnlyOne(a, ours) && isOnlyOne(b, theirs)) return { a: a.text, b: b.text };
  }
  return undefined;
}

const isOnlyOne = ({ dimension }: Quantity, all: readonly Quantity[]): boolean =>
  all.filter((each) => each.dimension === dimension).length === 1;

function isAboutOne({ about: ours }: Quantity, { about: theirs }: Quantity): boolean {
  const common = [...ours].filter((term) => theirs.has(term)).length;
  return common > 0 && common >= ABOUT_ONE * Math.min(ours.size, theirs.size);
}

/** "At least 10 seconds" and "at most 60 seconds" are compatible. */
function isApart(a: Quantity, b: Quantity): boolean {
  if (a.bound === "least" && b.bound === "most") return a.value > b.value;
  if (a.bound === "most" && b.bound === "least") return b.value > a.value;
  if (a.bound === "exact" && b.bound === "most") return a.value > b.value;
  if (a.bound === "exact" && b.bound === "least") return a.value < b.value;
  if (b.bound === "exact" && a.bound !== "exact") return isApart(b, a);
  return true;
}
