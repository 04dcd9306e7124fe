import { compareWishes, opposed } from "../../english/compare-wishes.ts";
import { isOfSetting, type Comparison } from "./compare-rules.ts";
import type { RuleRelation } from "./judge-relation.ts";
import { readWanted, type WantedByRule } from "./read-wanted.ts";
import type { MeaningSigns } from "./relation-head.ts";

/** What speaks for a relation of two rules, each from 0 to 1 except the head's logarithms; the same both ways round. */
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

/** Numbers clash if at least this share of the shorter rule is in the other as well. */
const ABOUT_ONE = 0.3;

/** What the wishes of two rules say: whether they are opposite, and if so why. */
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
  const reason = opposed(a.reading, b.reading)?.reason;
  const isSame = a.reading.wishes.some((one) =>
    b.reading.wishes.some((other) => compareWishes(one, other) === "same"),
  );
  const isOtherNumber =
    a.numbers.size > 0 &&
    b.numbers.size > 0 &&
    ![...a.numbers].some((each) => b.numbers.has(each)) &&
    contained >= ABOUT_ONE;
  return { ...(reason === undefined ? {} : { reason }), isSame, isOtherNumber };
}
