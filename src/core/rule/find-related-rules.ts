import { relateRules } from "./relate/relate-rules.ts";
import { findVersion, type Rule, type RuleText } from "./rule.ts";

/** A rule that conflicts with another or repeats it, with the words that show it. */
interface RelatedRule {
  readonly rule_id: string;
  readonly version: number;
  readonly standing: "in_force" | "pending";
  readonly text: string;
  readonly relation: "conflict" | "duplicate";
  /** How sure the relation is, from 0 to 1. */
  readonly score: number;
  /** `the first` is the rule asked about, `the second` this one. */
  readonly reasons: readonly string[];
  /** The clashing words of both, `a` of the rule asked about; none where they clash by their sense alone. */
  readonly opposed: readonly { readonly a: string; readonly b: string }[];
}

export interface RelatedRulesFound {
  /** Conflicts first, the surest of each first. */
  readonly related: readonly RelatedRule[];
  /** Rules beyond those that were compared. */
  readonly not_compared: number;
}

/** Each takes about half a millisecond. */
const MAX_COMPARED = 2_000;
const MAX_SHOWN = 20;

/**
 * Which of these rules, in force or awaiting approval, speak of the same as a rule. Rules for other agents or other
 * places can both be followed, so they are neither conflicts nor duplicates.
 */
export function findRelatedRules(
  rule: Pick<RuleText, "text" | "scope"> & { readonly rule_id: string },
  others: readonly Rule[],
): RelatedRulesFound {
  const versions = others
    .filter(({ id }) => id !== rule.rule_id)
    .flatMap((other) => [
      ...(findVersion(other, other.in_force) === undefined ? [] : [{ other, standing: "in_force" as const }]),
      ...(findVersion(other, other.pending) === undefined ? [] : [{ other, standing: "pending" as const }]),
    ]);
  const found: RelatedRule[] = [];
  for (const { other, standing } of versions.slice(0, MAX_COMPARED)) {
    const version = findVersion(other, standing === "in_force" ? other.in_force : other.pending)!;
    if (!meet(rule.scope.agents, version.scope.agents)) continue;
    const { relation, score, reasons, opposed } = relateRules(toRelated(rule), toRelated(version));
    if (relation === "independent") continue;
    found.push({
      rule_id: other.id,
      version: version.version,
      standing,
      text: version.text,
      relation,
      score,
      reasons,
      opposed: relation === "conflict" ? opposed : [],
    });
  }
  return {
    related: found.toSorted((a, b) => rankOf(a) - rankOf(b) || b.score - a.score).slice(0, MAX_SHOWN),
    not_compared: Math.max(0, versions.length - MAX_COMPARED),
  };
}

const rankOf = ({ relation }: RelatedRule): number => (relation === "conflict" ? 0 : 1);

/** None named means all. */
const meet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((name) => b.includes(name));

const toRelated = ({ text, scope }: Pick<RuleText, "text" | "scope">) => ({
  text,
  scope: scope.paths.length === 0 ? undefined : scope.paths.join(", "),
});
