import { defined } from "../../defined.ts";
import { compareWishes, opposed } from "../../english/compare-wishes.ts";
import { isOfSetting, type Comparison } from "./compare-rules.ts";
import type { RuleRelation } from "./judge-relation.ts";
import type { MeaningSigns } from "./relation-head.ts";
import { sentencesOf } from "../../english/clauses.ts";
import { readWishes } from "../../english/read-wishes.ts";
import { tagWords } from "../../english/tagged-words.ts";
import { tokensOf } from "../../english/tokens.ts";
import type { RemarkReading } from "../../english/wish.ts";
import { remember } from "./remember.ts";

const MOST_READINGS = 2_000;

/** Longer rules are cut: the beginning says what they are about. */
const LONGEST_TEXT = 4_000;

const LIST_ITEM = /^(?:[-*+]\s)?(?:\[[ x]\]\s)?/u;

const known = remember<WantedByRule>(MOST_READINGS);

/** Digits without separators of thousands. */
const readNumbers = (text: string): ReadonlySet<string> =>
  new Set(text.replaceAll(/(?<=\d),(?=\d{3})/gu, "").match(/\d+(?:\.\d+)?/gu));

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
  return { ...defined({ reason }), isSame, isOtherNumber };
}

/** What a rule wants, and the numbers that it mentions. */
interface WantedByRule {
  readonly reading: RemarkReading;
  readonly numbers: ReadonlySet<string>;
}

export function readWanted(text: string): WantedByRule {
  const read = text.slice(0, LONGEST_TEXT);
  return known(read, () => ({ reading: readStatements(read), numbers: readNumbers(read) }));
}

/** Sentences that state how things are ("Field names are camelCase.") are read as wishes that they be so. */
function readStatements(text: string): RemarkReading {
  const reading = readWishes(text);
  const stated = sentencesOf(tagWords(tokensOf(text))).flatMap(({ clauses }) => {
    const words = clauses.flatMap((clause) => clause.words);
    const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
    const isRead = reading.wishes.some((wish) => wish.start < end && wish.end > start);
    if (isRead || words.length < 2) return [];
    return readWishes(`Ensure ${text.slice(start, end).replace(LIST_ITEM, "")}`).wishes;
  });
  return { ...reading, wishes: [...reading.wishes, ...stated] };
}
