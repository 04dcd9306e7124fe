import {
  isOfSetting,
  lesserWeight,
  type Comparison,
  type MentionPair,
  type OpposedPair,
} from "./compare-rules.ts";
import type { ScopeOverlap } from "./read-scope.ts";

export type RuleRelation = "conflict" | "duplicate" | "independent";

/** How two rules relate, and the sign that decided it. */
export interface RelationJudgement {
  readonly relation: RuleRelation;
  /** The confidence, from 0 to 1. */
  readonly score: number;
  readonly sign:
    | "same_words"
    | "other_scope"
    | "other_value"
    | "forbidden"
    | "agreement"
    | "common_words"
    | "model"
    | "opposite"
    | "opposite_wishes"
    | "other_numbers"
    | "other_meaning"
    | "little_in_common";
  /** The reason, if the sign alone does not give it. */
  readonly reason?: string;
}

/** What the judge of remarks says about the two, if it was asked. */
export interface ModelSigns {
  /** The probability that they say the same. */
  readonly similarity?: number | undefined;
  /** Whether they want opposite things. */
  readonly isOpposite?: boolean | undefined;
}

/** A ban divides two rules if the other mentions at least this much of it. */
const MIN_COVERED = { setting: 0.4, passing: 0.5, words: 0.5 } as const;
/** Lighter settings are often mentioned in passing. */
const FIRM_SETTING = 2;
/** Lighter words do not divide rules by themselves. */
const MIN_OPPOSED_WEIGHT = 0.8;
/** The coverage from which a ban divides rules that agree on a setting. */
const COVERED_IN_SPITE = 0.8;

/** The thresholds for a duplicate if a setting agrees. */
const AGREEING = { contained: 0.33, union: 0.13 } as const;
/** The same if only tools or settings mentioned in passing agree. */
const IN_PASSING = { contained: 0.4, union: 0.2 } as const;
/** Settings of this weight are not mentioned in passing. */
const FIRM_AGREEMENT = 2.6;
/** The minimum weight of what duplicates share. */
const MIN_WEIGHT = 0.8;
/** The same if only words are shared: the more they weigh, the smaller a share is enough. */
const WORDS = { contained: 0.65, least: 0.33, slope: 0.3, union: 0.12 } as const;

/** The similarities at which the model overrules shared words. */
const MODEL = { same: 0.85, other: 0.25, opposed: 0.5, leastCovered: 0.25 } as const;
/** The score of a conflict that only the judge of remarks sees. */
const SEEN_BY_JUDGE = 0.6;

export function judgeRelation(
  comparison: Comparison,
  overlap: ScopeOverlap,
  sameWords: boolean,
  { similarity, isOpposite = false }: ModelSigns,
): RelationJudgement {
  if (overlap === "disjoint") return { relation: "independent", score: 0.9, sign: "other_scope" };
  if (sameWords) return { relation: "duplicate", score: 1, sign: "same_words" };
  if (comparison.clashes.length > 0) return { relation: "conflict", score: 0.88, sign: "other_value" };
  const ban = dividingBan(comparison, similarity);
  if (ban !== undefined) {
    const sure = isOfSetting(ban) ? 0.6 + 0.3 * ban.covered : 0.4 + 0.35 * ban.covered;
    return { relation: "conflict", score: round(sure), sign: "forbidden" };
  }
  if (isOpposite && comparison.agreements.length === 0) {
    return { relation: "conflict", score: SEEN_BY_JUDGE, sign: "opposite" };
  }
  return likeness(comparison, similarity);
}

/** The bans that divide two rules. */
export function dividingBans({ opposed, agreements }: Comparison): readonly OpposedPair[] {
  const outweighs = weightOfAll(opposed) > weightOfAll(agreements);
  return opposed.filter((pair) => {
    const isSetting = isOfSetting(pair);
    const firm = isSetting && lesserWeight(pair) >= FIRM_SETTING;
    const least = firm ? "setting" : isSetting ? "passing" : "words";
    if (pair.covered < MIN_COVERED[least]) return false;
    if (lesserWeight(pair) < MIN_OPPOSED_WEIGHT) return false;
    return isSetting || agreements.length === 0 || (outweighs && pair.covered >= COVERED_IN_SPITE);
  });
}

const weightOfAll = (pairs: readonly MentionPair[]): number =>
  pairs.reduce((sum, pair) => sum + Math.round(lesserWeight(pair) * 1000), 0);

function dividingBan(comparison: Comparison, similarity: number | undefined): OpposedPair | undefined {
  const most = (pairs: readonly OpposedPair[]): OpposedPair | undefined =>
    pairs.toSorted(
      (one, other) => Number(isOfSetting(other)) - Number(isOfSetting(one)) || other.covered - one.covered,
    )[0];
  const found = most(dividingBans(comparison));
  if (found !== undefined || similarity === undefined || similarity < MODEL.opposed) return found;
  return comparison.agreements.length > 0
    ? undefined
    : most(
        comparison.opposed.filter(
          (pair) => pair.covered >= MODEL.leastCovered && lesserWeight(pair) >= MIN_OPPOSED_WEIGHT,
        ),
      );
}

function likeness(comparison: Comparison, similarity: number | undefined): RelationJudgement {
  const { contained, union, weight, agreements } = comparison;
  const firm = agreements.some((pair) => lesserWeight(pair) >= FIRM_AGREEMENT);
  const { contained: least, union: together } = firm ? AGREEING : IN_PASSING;
  if (agreements.length > 0 && weight >= MIN_WEIGHT && contained >= least && union >= together) {
    return { relation: "duplicate", score: round(0.65 + 0.27 * contained), sign: "agreement" };
  }
  const wanted = Math.min(
    WORDS.contained,
    Math.max(WORDS.least, WORDS.contained - WORDS.slope * (weight - 1)),
  );
  const alike = weight >= MIN_WEIGHT && contained >= wanted && union >= WORDS.union;
  if (alike && (similarity === undefined || similarity > MODEL.other)) {
    return { relation: "duplicate", score: round(0.4 + 0.4 * contained), sign: "common_words" };
  }
  if (similarity !== undefined && similarity >= MODEL.same) {
    return { relation: "duplicate", score: round(0.9 * similarity), sign: "model" };
  }
  const distance = 1 - Math.min(1, contained / wanted);
  return { relation: "independent", score: round(0.5 + 0.25 * distance), sign: "little_in_common" };
}

const round = (value: number): number => Math.round(value * 100) / 100;
