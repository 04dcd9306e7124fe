import {
  comparedTexts,
  findRelatedRules,
  type KnownOpposites,
  type RelatedRulesFound,
} from "../../core/rule/find-related-rules.ts";
import {
  type RuleText,
  type Rule,
  presentVersion,
  type RuleScope,
  type RuleType,
} from "../../core/rule/rule.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { ComparedRule } from "../../core/rule/relate/read-rule.ts";
import { relateByVectors, relateRules, type RelatedRules } from "../../core/rule/relate/relate-rules.ts";
import { meaningSigns, headFor } from "../../core/rule/relate/weigh-relation.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import type { Judge } from "../../ports/evaluator.ts";
import { defined } from "../../core/defined.ts";
import { checkRuleText, type RuleTextWarning } from "../../core/rule-text/check-rule-text.ts";
import { compareWords, type WordChange } from "../../core/rule/compare-versions.ts";
import { renderRuleLine, tokenCost } from "../../core/rule/render-rules.ts";

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

/**
 * How two rules relate, by their words and their meaning. The built-in model's vectors are weighed with everything
 * else; for those of another model the judge of remarks is asked.
 */
export const relateByMeaning =
  ({ embedder, judge }: { readonly embedder: Embedder; readonly judge: Judge }) =>
  async (a: ComparedRule, b: ComparedRule): Promise<RelatedRules> => {
    const [first, second] = await embedder.embed([a.text, b.text]);
    const head = headFor(embedder.name);
    if (head !== undefined) return relateByVectors(a, b, meaningSigns(head, first!, second!));
    const [judgement] = await judge.judge({ text: a.text, vector: first! }, [
      { text: b.text, vector: second! },
    ]);
    const isOpposite = judgement!.relation === "opposite";
    // The score of opposites says how surely they are the same, which is no sign of how alike they are.
    return relateRules(a, b, { isOpposite, ...(isOpposite ? {} : { similarity: judgement!.score }) });
  };

export interface CheckedWords {
  readonly text: string;
  readonly type: RuleType;
  readonly scope: RuleScope;
  /** The rule that would be modified; it is not compared with itself. */
  readonly ruleId?: string;
}

/** What whoever is asked would see, before anybody is. */
export interface RuleCheck extends RelatedRulesFound {
  readonly warnings: readonly RuleTextWarning[];
  readonly token_cost: number;
  /** The line that an agent would read. */
  readonly rendered: string;
  /** Against the words of the rule that would be modified; null where there is none. */
  readonly changes: readonly WordChange[] | null;
}

/** Looks at a rule's words while they are written; nothing is kept. */
export const checkRule =
  ({
    rules,
    catalogue,
  }: Pick<RelatedRulesParts, "catalogue"> & {
    readonly rules: Pick<RuleStore, "find" | "inForce" | "pending">;
  }) =>
  async ({ text, type, scope, ruleId }: CheckedWords): Promise<RuleCheck> => {
    const rule = ruleId === undefined ? undefined : await rules.find(ruleId);
    const present = rule === undefined ? undefined : presentVersion(rule);
    return {
      warnings: checkRuleText(text),
      token_cost: tokenCost(renderRuleLine({ text, type, scope })),
      rendered: renderRuleLine({ text, type, scope }),
      changes:
        present === undefined || present.wants_words !== undefined ? null : compareWords(present.text, text),
      ...(await relatedRules({ rules, ...defined({ catalogue }) })({
        text,
        scope,
        rule_id: ruleId ?? "",
      })),
    };
  };
