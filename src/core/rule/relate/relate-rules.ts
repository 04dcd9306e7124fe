import { compareRules, type Comparison, type MentionPair } from "./compare-rules.ts";
import {
  dividingBans,
  judgeRelation,
  type Judgement,
  type ModelSigns,
  type RuleRelation,
} from "./judge-relation.ts";
import { readRule, type RuleText } from "./read-rule.ts";
import { overlapOf, type ScopeOverlap } from "./read-scope.ts";

/** How two rules stand to each other, with the words that show it. */
export interface RelatedRules {
  readonly relation: RuleRelation;
  /** How sure the relation is, 0 to 1. */
  readonly score: number;
  readonly scope_overlap: ScopeOverlap;
  /** Words of the one that the other contradicts. */
  readonly opposed: readonly { readonly a: string; readonly b: string }[];
  /** What both speak of in the same sense, in the words of the first. */
  readonly shared: readonly string[];
  readonly reasons: readonly string[];
}

/** Lists in an answer hold at most this many entries. */
const MOST_LISTED = 12;

/**
 * Whether two rules for agents conflict, repeat each other or can both be followed. The relation is
 * the same whichever rule comes first; what the judge says of them is one more sign, not needed.
 */
export function relateRules(
  a: string | RuleText,
  b: string | RuleText,
  signs: ModelSigns = {},
): RelatedRules {
  const readA = readRule(typeof a === "string" ? { text: a } : a);
  const readB = readRule(typeof b === "string" ? { text: b } : b);
  const overlap = overlapOf(readA.scope, readB.scope);
  const comparison = compareRules(readA, readB);
  const judgement = judgeRelation(comparison, overlap, readA.stems === readB.stems, signs);
  const dividing = [...comparison.clashes, ...dividingBans(comparison)];
  const opposed = judgement.relation === "conflict" && dividing.length === 0 ? comparison.opposed : dividing;
  return {
    relation: judgement.relation,
    score: judgement.score,
    scope_overlap: overlap,
    opposed: opposed.slice(0, MOST_LISTED).map((pair) => ({ a: pair.a.text, b: pair.b.text })),
    shared: [...new Set(comparison.shared.map((pair) => pair.a.text))].slice(0, MOST_LISTED),
    reasons: reasonsFor(judgement, comparison, opposed),
  };
}

function reasonsFor(
  { sign }: Judgement,
  comparison: Comparison,
  opposed: readonly MentionPair[],
): readonly string[] {
  switch (sign) {
    case "other_scope":
      return ["they hold in different places, so both can be followed"];
    case "same_words":
      return ["they are the same words"];
    case "other_value":
    case "forbidden":
      return opposed.slice(0, 3).map(dividedBy);
    case "agreement":
      return comparison.agreements
        .slice(0, 3)
        .map(({ a }) => `both decide ${a.topic} alike (${quoted(a.text)})`);
    case "common_words":
      return [`${Math.round(comparison.contained * 100)} % of the shorter rule stands in the other`];
    case "model":
      return ["the model holds them for the same, though they share few words"];
    case "opposite":
      return ["they want the contrary of one thing"];
    case "little_in_common":
      return [
        comparison.shared.length === 0
          ? "they have nothing that matters in common"
          : `they share only ${comparison.shared
              .slice(0, 3)
              .map(({ a }) => quoted(a.text))
              .join(", ")}`,
      ];
  }
}

function dividedBy({ a, b }: MentionPair): string {
  if (a.sign === b.sign) return `the first asks for ${quoted(a.text)}, the second for ${quoted(b.text)}`;
  return a.sign === 1
    ? `the first asks for ${quoted(a.text)}, the second forbids ${quoted(b.text)}`
    : `the first forbids ${quoted(a.text)}, the second asks for ${quoted(b.text)}`;
}

const quoted = (text: string): string => JSON.stringify(text);
