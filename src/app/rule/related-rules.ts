import {
  comparedTexts,
  findRelatedRules,
  type KnownOpposites,
  type RelatedRulesFound,
} from "../../core/rule/find-related-rules.ts";
import type { RuleText, Rule } from "../../core/rule/rule.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

export interface RelatedRulesParts {
  readonly rules: Pick<RuleStore, "inForce" | "pending">;
  /** Without it only words tell what conflicts. */
  readonly catalogue?: Pick<Catalogue, "oppositesOf">;
}

/** Which rules in force or awaiting approval conflict with a rule or repeat it, by all that is known of them. */
export const relatedRules =
  ({ rules, catalogue }: RelatedRulesParts) =>
  async (
    rule: Pick<RuleText, "text" | "scope"> & { readonly rule_id: string },
  ): Promise<RelatedRulesFound> => {
    const others = await openRules(rules);
    const known: KnownOpposites | undefined = await catalogue?.oppositesOf(
      rule.text,
      comparedTexts(rule, others),
    );
    return findRelatedRules(rule, others, known);
  };

/** In force or awaiting approval, each once. */
async function openRules(rules: Pick<RuleStore, "inForce" | "pending">): Promise<readonly Rule[]> {
  const all = [...(await rules.inForce()), ...(await rules.pending())];
  return Array.from(new Map(all.map((rule) => [rule.id, rule])).values());
}
