import fitted from "./relation-weights.json" with { type: "json" };
import { defined } from "../../defined.ts";
import { compareWishes, findOpposition } from "../../english/compare-wishes.ts";
import { isOfSetting, type Comparison } from "./compare-rules.ts";
import type { RuleRelation } from "./judge-relation.ts";
import { sentencesOf } from "../../english/clauses.ts";
import { readWishes } from "../../english/read-wishes.ts";
import { tagWords } from "../../english/tagged-words.ts";
import { tokenize } from "../../english/tokens.ts";
import type { RemarkReading } from "../../english/wish.ts";

/**
 * Caches the results of a pure function by key. At most twice `most` results are kept: those not used during a whole
 * generation are dropped.
 */
export function memoize<Value>(most: number): (key: string | number, make: () => Value) => Value {
  let young = new Map<string | number, Value>();
  let old = new Map<string | number, Value>();
  return (key, make) => {
    const readings = young.get(key);
    if (readings !== undefined) return readings;
    const value = old.get(key) ?? make();
    if (young.size >= most) [young, old] = [new Map(), young];
    young.set(key, value);
    return value;
  };
}

/** What the embeddings of two rules say: their cosine, and the head's log probabilities. */
export interface MeaningSigns {
  readonly cosine: number;
  /** Conflict, duplicate, independent. */
  readonly head: readonly [number, number, number];
}

/** Weights per relation: for each dimension's product and difference, the cosine and a bias. */
export type HeadWeights = readonly [readonly number[], readonly number[], readonly number[]];

/** Scales products, differences and the cosine of unit vectors to a similar range. */
const SCALE = { product: 20, difference: 5, cosine: 3 } as const;

/** The input of the head: 2 n + 2 numbers for vectors of length n, regardless of their order. */
export function headInput(a: Float32Array, b: Float32Array): Float32Array {
  const size = a.length;
  const input = new Float32Array(size * 2 + 2);
  let cosine = 0;
  for (let at = 0; at < size; at += 1) {
    const product = a[at]! * b[at]!;
    cosine += product;
    input[at] = product * SCALE.product;
    input[size + at] = Math.abs(a[at]! - b[at]!) * SCALE.difference;
  }
  input[size * 2] = cosine * SCALE.cosine;
  input[size * 2 + 1] = 1;
  return input;
}

export function meaningSigns(weights: HeadWeights, a: Float32Array, b: Float32Array): MeaningSigns {
  const input = headInput(a, b);
  const sums = weights.map((row) => row.reduce((sum, weight, at) => sum + weight * input[at]!, 0));
  const [conflict, duplicate, independent] = logSoftmax(sums);
  return {
    cosine: input[a.length * 2]! / SCALE.cosine,
    head: [conflict!, duplicate!, independent!],
  };
}

function logSoftmax(sums: readonly number[]): readonly number[] {
  const most = Math.max(...sums);
  const total = Math.log(sums.reduce((sum, each) => sum + Math.exp(each - most), 0)) + most;
  return sums.map((each) => each - total);
}

/** Fitted by model/relations/fit-relations.ts. */
export const RELATION_WEIGHTS: RelationWeights = fitted;

const rowOf = (text: string | undefined): readonly number[] => (text ?? "").split(" ").map(Number);

let fittedHead: HeadWeights | undefined;

/** The head for embeddings of this model; it cannot read others. */
export function headFor(model: string): HeadWeights | undefined {
  if (model !== fitted.model) return undefined;
  fittedHead ??= [rowOf(fitted.head[0]), rowOf(fitted.head[1]), rowOf(fitted.head[2])];
  return fittedHead;
}

const MAX_READINGS = 2_000;

/** Longer rules are truncated, since rules say early what they are about. */
const MAX_TEXT = 4_000;

const LIST_ITEM = /^(?:[-*+]\s)?(?:\[[ x]\]\s)?/u;

const readings = memoize<WantedByRule>(MAX_READINGS);

/** Digits without separators of thousands. */
const readNumbers = (text: string): ReadonlySet<string> =>
  new Set(text.replaceAll(/(?<=\d),(?=\d{3})/gu, "").match(/\d+(?:\.\d+)?/gu));

/** The signs for a relation of two rules, from 0 to 1 except the head's log probabilities. They are symmetric. */
export type RelationSigns = Readonly<Record<SignName, number>>;

export const SIGN_NAMES = [
  "otherValue",
  "forbiddenSetting",
  "forbiddenWords",
  "sameValue",
  "sameWords",
  "littleInCommon",
  "oppositeWishes",
  "sameWishes",
  "otherNumbers",
  "cosine",
  "headConflict",
  "headDuplicate",
  "headIndependent",
] as const;

export type SignName = (typeof SIGN_NAMES)[number];

/** Numbers clash if at least this share of the shorter rule is common. */
const ABOUT_ONE = 0.3;

/** How the wishes of two rules relate, with the reason if they are opposite. */
export interface WishSigns {
  readonly reason?: string;
  readonly isSame: boolean;
  readonly isOtherNumber: boolean;
}

export function relationSigns(
  texts: readonly [string, string],
  comparison: Comparison,
  byWords: RuleRelation,
  { cosine, head }: MeaningSigns,
): { readonly signs: RelationSigns; readonly wishes: WishSigns } {
  const [a, b] = [readWanted(texts[0]), readWanted(texts[1])];
  const wishes = compareWanted(a, b, comparison);
  const isClash = comparison.clashes.length > 0;
  const isSetting = comparison.opposed.some(isOfSetting);
  const isAgreed = comparison.agreements.length > 0;
  const signs = {
    otherValue: Number(byWords === "conflict" && isClash),
    forbiddenSetting: Number(byWords === "conflict" && !isClash && isSetting),
    forbiddenWords: Number(byWords === "conflict" && !isClash && !isSetting),
    sameValue: Number(byWords === "duplicate" && isAgreed),
    sameWords: Number(byWords === "duplicate" && !isAgreed),
    littleInCommon: Number(byWords === "independent"),
    oppositeWishes: Number(wishes.reason !== undefined),
    sameWishes: Number(wishes.isSame),
    otherNumbers: Number(wishes.isOtherNumber),
    cosine,
    headConflict: head[0],
    headDuplicate: head[1],
    headIndependent: head[2],
  };
  return { signs, wishes };
}

function compareWanted(a: WantedByRule, b: WantedByRule, { contained }: Comparison): WishSigns {
  const reason = findOpposition(a.reading, b.reading)?.reason;
  const isSame = a.reading.wishes.some((one) =>
    b.reading.wishes.some((other) => compareWishes(one, other) === "same"),
  );
  const isOtherNumber =
    a.numbers.size > 0 &&
    b.numbers.size > 0 &&
    ![...a.numbers].some((each) => b.numbers.has(each)) &&
    contained >= ABOUT_ONE;
  return { ...defined({ reason }), isSame, isOtherNumber };
}

/** A rule's wishes and numbers. */
interface WantedByRule {
  readonly reading: RemarkReading;
  readonly numbers: ReadonlySet<string>;
}

export function readWanted(text: string): WantedByRule {
  const read = text.slice(0, MAX_TEXT);
  return readings(read, () => ({ reading: readStatements(read), numbers: readNumbers(read) }));
}

/** Reads statements ("Field names are camelCase.") as wishes. */
function readStatements(text: string): RemarkReading {
  const reading = readWishes(text);
  const stated = sentencesOf(tagWords(tokenize(text))).flatMap(({ clauses }) => {
    const words = clauses.flatMap((clause) => clause.words);
    const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
    const isRead = reading.wishes.some((wish) => wish.start < end && wish.end > start);
    if (isRead || words.length < 2) return [];
    return readWishes(`Ensure ${text.slice(start, end).replace(LIST_ITEM, "")}`).wishes;
  });
  return { ...reading, wishes: [...reading.wishes, ...stated] };
}

/** The weight of each sign for each relation, and the bias of each relation. */
export interface RelationWeights {
  readonly signs: Readonly<Record<SignName, readonly number[]>>;
  readonly base: readonly number[];
}

export const RELATIONS: readonly RuleRelation[] = ["conflict", "duplicate", "independent"];

/** The likeliest relation and its probability. */
export function weighRelation(
  { signs: weights, base }: RelationWeights,
  signs: RelationSigns,
): { readonly relation: RuleRelation; readonly probability: number } {
  const sums = RELATIONS.map(
    (_, at) => base[at]! + SIGN_NAMES.reduce((sum, name) => sum + weights[name][at]! * signs[name], 0),
  );
  const chances = logSoftmax(sums);
  const best = chances.indexOf(Math.max(...chances));
  return { relation: RELATIONS[best]!, probability: Math.exp(chances[best]!) };
}
