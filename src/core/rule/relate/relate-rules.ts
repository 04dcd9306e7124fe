import { compareRules, type Comparison, type MentionPair } from "./compare-rules.ts";
import {
  dividingBans,
  judgeRelation,
  type RelationJudgement,
  type ModelSigns,
  type RuleRelation,
} from "./judge-relation.ts";
import { clashingQuantities } from "./quantities.ts";
import { readRuleText, type RuleReading, type ComparedRule } from "./read-rule.ts";
import {
  type MeaningSigns,
  memoize,
  relationSigns,
  type WishSigns,
  RELATION_WEIGHTS,
  weighRelation,
} from "./weigh-relation.ts";
import { overlapOf, type ScopeOverlap } from "./read-scope.ts";

/** These signs need no weighing. */
const CERTAIN: ReadonlySet<RelationJudgement["sign"]> = new Set(["other_scope", "same_words"]);

/** How two rules relate, with the words that show it. */
export interface RelatedRules {
  readonly relation: RuleRelation;
  /** The confidence, from 0 to 1. */
  readonly score: number;
  readonly scope_overlap: ScopeOverlap;
  /** Words that contradict each other. */
  readonly opposed: readonly { readonly a: string; readonly b: string }[];
  /** What both say, in the words of the first. */
  readonly shared: readonly string[];
  readonly reasons: readonly string[];
}

/** The longest list in a result. */
const MAX_LISTED = 12;

/**
 * Whether two rules conflict, repeat each other or can both be followed, regardless of their order. The judge's
 * opinion is optional.
 */
export function relateRules(
  a: string | ComparedRule,
  b: string | ComparedRule,
  signs: ModelSigns = {},
): RelatedRules {
  const [readA, readB] = [a, b].map((rule) => readingOf(typeof rule === "string" ? { text: rule } : rule));
  if (signs.isOpposite !== undefined || signs.similarity !== undefined) return relate(readA!, readB!, signs);
  const key = readA!.number * NUMBERS + readB!.number;
  return cachedRelation(key, () => relate(readA!, readB!, signs));
}

/** The same for rules with embeddings: words, wishes, names, numbers and meaning are weighed together. */
export function relateByVectors(a: ComparedRule, b: ComparedRule, meaning: MeaningSigns): RelatedRules {
  return relate(readingOf(a), readingOf(b), {}, [a.text, b.text], meaning);
}

function relate(
  readA: RuleReading,
  readB: RuleReading,
  signs: ModelSigns,
  texts?: readonly [string, string],
  meaning?: MeaningSigns,
): RelatedRules {
  const overlap = overlapOf(readA.scope, readB.scope);
  const comparison = compareRules(readA, readB);
  const byWords = judgeRelation(comparison, overlap, readA.stems === readB.stems, signs);
  const judgement =
    otherQuantity(readA, readB, byWords) ??
    (texts === undefined || meaning === undefined
      ? byWords
      : judgeByMeaning(texts, comparison, byWords, meaning));
  const dividing = [...comparison.clashes, ...dividingBans(comparison)];
  const opposed = judgement.relation === "conflict" && dividing.length === 0 ? comparison.opposed : dividing;
  return {
    relation: judgement.relation,
    score: judgement.score,
    scope_overlap: overlap,
    opposed: opposed.slice(0, MAX_LISTED).map((pair) => ({ a: pair.a.text, b: pair.b.text })),
    shared: [...new Set(comparison.shared.map((pair) => pair.a.text))].slice(0, MAX_LISTED),
    reasons: judgement.reason === undefined ? reasonsFor(judgement, comparison, opposed) : [judgement.reason],
  };
}

/** The score of a conflict of two numbers for one setting. */
const OTHER_QUANTITY = 0.8;

function otherQuantity(
  a: RuleReading,
  b: RuleReading,
  { sign }: RelationJudgement,
): RelationJudgement | undefined {
  if (sign === "other_scope" || sign === "same_words" || sign === "other_value") return undefined;
  const clash = clashingQuantities(a.quantities, b.quantities);
  if (clash === undefined) return undefined;
  const reason = `the first asks for ${quoted(clash.a)}, the second for ${quoted(clash.b)}`;
  return { relation: "conflict", score: OTHER_QUANTITY, sign: "other_numbers", reason };
}

/** Readings are cached, because the same rules are compared often and reading takes longer than comparing. */
const MAX_READINGS = 2_000;
const MAX_CACHED_LENGTH = 4_096;
const MAX_RELATIONS = 30_000;
const unscopedReadings = memoize<NumberedReading>(MAX_READINGS);
const scopedReadings = memoize<NumberedReading>(MAX_READINGS);
const cachedRelation = memoize<RelatedRules>(MAX_RELATIONS);

/** A pair of numbers below this limit is combined into one exact integer. */
const NUMBERS = 2 ** 26;
let lastNumber = 0;
const nextNumber = (): number => (lastNumber = (lastNumber + 1) % NUMBERS);

interface NumberedReading extends RuleReading {
  /** Unique while it is cached, so that a cached relation belongs to exactly these readings. */
  readonly number: number;
}

function readingOf(rule: ComparedRule): NumberedReading {
  const { text, scope } = rule;
  const read = (): NumberedReading => ({ ...readRuleText(rule), number: nextNumber() });
  if (text.length + (scope?.length ?? 0) > MAX_CACHED_LENGTH) return read();
  return scope === undefined
    ? unscopedReadings(text, read)
    : scopedReadings(JSON.stringify([text, scope]), read);
}

function reasonsFor(
  { sign }: RelationJudgement,
  comparison: Comparison,
  opposed: readonly MentionPair[],
): readonly string[] {
  switch (sign) {
    case "other_scope":
      return ["they apply in different places, so both can be followed"];
    case "same_words":
      return ["they are the same words"];
    case "other_value":
    case "forbidden":
      return opposed.slice(0, 3).map(describeDivision);
    case "agreement":
      return comparison.agreements
        .slice(0, 3)
        .map(({ a }) => `both say the same about ${a.topic} (${quoted(a.text)})`);
    case "common_words":
      return [`${Math.round(comparison.contained * 100)} % of the shorter rule is in the other`];
    case "model":
      return ["they mean the same, though they share few words"];
    case "opposite":
    case "opposite_wishes":
      return ["they ask for opposite things"];
    case "other_numbers":
      return ["they give different numbers for what seems to be the same thing"];
    case "other_meaning":
      return ["they seem to give different answers to the same question"];
    case "little_in_common":
      return [
        comparison.shared.length === 0
          ? "they have nothing relevant in common"
          : `they share only ${comparison.shared
              .slice(0, 3)
              .map(({ a }) => quoted(a.text))
              .join(", ")}`,
      ];
  }
}

function describeDivision({ a, b }: MentionPair): string {
  if (a.sign === b.sign) return `the first asks for ${quoted(a.text)}, the second for ${quoted(b.text)}`;
  return a.sign === 1
    ? `the first asks for ${quoted(a.text)}, the second forbids ${quoted(b.text)}`
    : `the first forbids ${quoted(a.text)}, the second asks for ${quoted(b.text)}`;
}

const quoted = (text: string): string => JSON.stringify(text);

/** Weighs words, wishes, names, numbers and meaning. The reason names what decided. */
function judgeByMeaning(
  texts: readonly [string, string],
  comparison: Comparison,
  byWords: RelationJudgement,
  meaning: MeaningSigns,
): RelationJudgement {
  if (CERTAIN.has(byWords.sign)) return byWords;
  const { signs, wishes } = relationSigns(texts, comparison, byWords.relation, meaning);
  const { relation, probability } = weighRelation(RELATION_WEIGHTS, signs);
  const score = Math.round(probability * 100) / 100;
  if (relation === byWords.relation) return { ...byWords, score };
  if (relation === "conflict") return { relation, score, ...conflictSign(wishes) };
  if (relation === "duplicate") return { relation, score, sign: "model" };
  return {
    relation,
    score,
    sign: "little_in_common",
    reason: "they share words, but each asks for something else",
  };
}

function conflictSign({ reason, isOtherNumber }: WishSigns): Pick<RelationJudgement, "sign" | "reason"> {
  if (reason !== undefined) return { sign: "opposite_wishes", reason };
  return { sign: isOtherNumber ? "other_numbers" : "other_meaning" };
}
