import { type RelatedRules, relateRules } from "./relate/relate-rules.ts";
import { findVersion, type Rule, type RuleText } from "./rule.ts";
import type { ActiveRule } from "./select-rules.ts";
import { compareWishes } from "../english/compare-wishes.ts";
import { termsOf } from "../english/phrase.ts";
import { readWishes } from "../english/read-wishes.ts";
import { tagWords } from "../english/tagged-words.ts";
import { tokenize } from "../english/tokens.ts";

/** A rule that conflicts with another or repeats it, with the words that show it. */
interface RelatedRule {
  readonly rule_id: string;
  readonly version: number;
  readonly standing: "in_force" | "pending";
  readonly text: string;
  readonly relation: "conflict" | "duplicate";
  /** How sure the relation is, from 0 to 1. */
  readonly score: number;
  /** "the first" is the rule in question, "the second" is this one. */
  readonly reasons: readonly string[];
  /** The clashing words; `a` is from the rule in question. Empty if only their meanings clash. */
  readonly opposed: readonly { readonly a: string; readonly b: string }[];
}

export interface RelatedRulesFound {
  /** Conflicts first, then by score. */
  readonly related: readonly RelatedRule[];
  /** The number of rules beyond the limit, which were not compared. */
  readonly not_compared: number;
}

type ComparedRule = Pick<RuleText, "text" | "scope"> & { readonly rule_id: string };

/** Two rules that the catalogue lists as opposites. */
export interface KnownOpposite {
  readonly entry_id: string;
  readonly rule: string;
  readonly opposite: string;
}

/** Keyed by the text of the other rule. */
export type KnownOpposites = ReadonlyMap<string, KnownOpposite>;

const NONE_KNOWN: KnownOpposites = new Map();

/** A comparison takes about half a millisecond. */
const MAX_COMPARED = 2_000;
const MAX_SHOWN = 20;

/**
 * The rules, in force or pending, that conflict with a rule or repeat it. Rules for other agents or other files can
 * both be followed, so they are never related.
 */
export function findRelatedRules(
  rule: ComparedRule,
  others: readonly Rule[],
  known: KnownOpposites = NONE_KNOWN,
): RelatedRulesFound {
  const versions = openVersions(rule, others);
  const found: RelatedRule[] = [];
  for (const { other, standing, version } of versions.slice(0, MAX_COMPARED)) {
    if (!overlap(rule.scope.agents, version.scope.agents)) continue;
    const related = relate(rule, version, known.get(version.text));
    if (related.relation === "independent") continue;
    found.push({
      rule_id: other.id,
      version: version.version,
      standing,
      text: version.text,
      relation: related.relation,
      score: related.score,
      reasons: related.reasons,
      opposed: related.relation === "conflict" ? related.opposed : [],
    });
  }
  return {
    related: found.toSorted((a, b) => rankOf(a) - rankOf(b) || b.score - a.score).slice(0, MAX_SHOWN),
    not_compared: Math.max(0, versions.length - MAX_COMPARED),
  };
}

export function comparedTexts(rule: ComparedRule, others: readonly Rule[]): readonly string[] {
  const met = openVersions(rule, others)
    .slice(0, MAX_COMPARED)
    .filter(({ version }) => overlap(rule.scope.agents, version.scope.agents));
  return [...new Set(met.map(({ version }) => version.text))];
}

function openVersions(rule: ComparedRule, others: readonly Rule[]) {
  return others
    .filter(({ id }) => id !== rule.rule_id)
    .flatMap((other) =>
      (["in_force", "pending"] as const).flatMap((standing) => {
        const version = findVersion(other, other[standing]);
        // A version without a text neither conflicts with anything nor repeats it.
        return version === undefined || version.wants_words !== undefined
          ? []
          : [{ other, standing, version }];
      }),
    );
}

/** Compares by words and, if both apply in the same place, by the catalogue's opposites. */
function relate(rule: ComparedRule, version: RuleText, known: KnownOpposite | undefined): RelatedRules {
  const related = relateRules(toRelated(rule), toRelated(version));
  if (known === undefined || related.scope_overlap === "disjoint") return related;
  const reason = `the catalogue knows these two as opposites: ${JSON.stringify(known.rule)} and ${JSON.stringify(known.opposite)} (${known.entry_id})`;
  return related.relation === "conflict"
    ? { ...related, score: Math.max(related.score, KNOWN_SCORE), reasons: [...related.reasons, reason] }
    : { ...related, relation: "conflict", score: KNOWN_SCORE, reasons: [reason], opposed: [] };
}

/** The score of a conflict that only the catalogue knows. */
const KNOWN_SCORE = 0.75;

const rankOf = ({ relation }: RelatedRule): number => (relation === "conflict" ? 0 : 1);

/** An empty list means all agents. */
const overlap = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((name) => b.includes(name));

const toRelated = ({ text, scope }: Pick<RuleText, "text" | "scope">) => ({
  text,
  scope: scope.paths.length === 0 ? undefined : scope.paths.join(", "),
});

/** The texts whose terms are remembered: those of the rules in force, which every prompt compares. */
const MAX_REMEMBERED = 2_000;
const remembered = new Map<string, ReadonlySet<string>>();

function meaningfulTerms(text: string): ReadonlySet<string> {
  const before = remembered.get(text);
  if (before !== undefined) return before;
  const terms = new Set([
    ...termsOf(tagWords(tokenize(text))),
    ...Array.from(text.matchAll(/\p{N}+/gu), ([number]) => number),
  ]);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(text, terms);
  return terms;
}

const mentionsAllOf = (one: string, other: string): boolean => {
  const own = meaningfulTerms(one);
  return [...meaningfulTerms(other)].every((part) => own.has(part));
};

/**
 * Higher than for duplicates that people see: a rule that is wrongly taken for a duplicate would be missing from the
 * prompt.
 */
const SURELY_THE_SAME = 0.8;
/** Words with the same first letters count as the same in this cheap prefilter. */
const STEM = 5;

/**
 * Whether the first of two rules says everything that the second says, so that the second can be left out. Rules
 * without a word in common are not compared, to save time.
 */
export function createLikeness(): (a: ActiveRule, b: ActiveRule) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  const stemsOf = ({ rule_id, text }: ActiveRule): ReadonlySet<string> => {
    const words =
      known.get(rule_id) ??
      new Set(Array.from(text.toLowerCase().matchAll(/\p{L}{4,64}/gu), ([word]) => word.slice(0, STEM)));
    known.set(rule_id, words);
    return words;
  };
  return (a, b) => {
    const other = stemsOf(b);
    if (!Array.from(stemsOf(a)).some((stem) => other.has(stem))) return false;
    // Part of `saysAllOf`, and much quicker than the comparison.
    if (!mentionsAllOf(a.text, b.text)) return false;
    const { relation, score } = relateRules(toRelated(a), toRelated(b));
    return relation === "duplicate" && score >= SURELY_THE_SAME && saysAllOf(a.text, b.text);
  };
}

/**
 * Whether one rule covers everything that another asks for: each wish, each meaningful word and each number. When in
 * doubt it does not, because a redundant rule costs a line and a lost one costs a mistake.
 */
export function saysAllOf(one: string, other: string): boolean {
  if (!mentionsAllOf(one, other)) return false;
  const [has, asked] = [readWishes(one).wishes, readWishes(other).wishes];
  return asked.every((wish) => has.some((held) => compareWishes(held, wish) === "same"));
}
