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
  /** Without it, conflicts are found by words alone. */
  readonly catalogue?: Pick<Catalogue, "oppositesOf">;
}

/** Open rules that conflict with a rule or repeat it. */
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

/** Rules in force or pending, without duplicates. */
async function openRules(rules: Pick<RuleStore, "inForce" | "pending">): Promise<readonly Rule[]> {
  const all = [...(await rules.inForce()), ...(await rules.pending())];
  return Array.from(new Map(all.map((rule) => [rule.id, rule])).values());
}

/**
 * The relation of two rules by words and meaning. The built-in model's vectors are combined with other signs; for
 * another model, the judge is asked.
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
    // The score of opposites does not measure similarity.
    return relateRules(a, b, { isOpposite, ...(isOpposite ? {} : { similarity: judgement!.score }) });
  };

export interface RuleDraftInput {
  readonly text: string;
  readonly type: RuleType;
  readonly scope: RuleScope;
  /** The rule to modify, which is not compared with itself. */
  readonly ruleId?: string;
}

/** A preview of what approvers would see. */
export interface RuleCheck extends RelatedRulesFound {
  readonly warnings: readonly RuleTextWarning[];
  readonly token_cost: number;
  /** The line for the prompt. */
  readonly rendered: string;
  /** Compared with the current text; null for a new rule. */
  readonly changes: readonly WordChange[] | null;
}

/** Checks a rule's text while it is being written; stores nothing. */
export const checkRule =
  ({
    rules,
    catalogue,
  }: Pick<RelatedRulesParts, "catalogue"> & {
    readonly rules: Pick<RuleStore, "find" | "inForce" | "pending">;
  }) =>
  async ({ text, type, scope, ruleId }: RuleDraftInput): Promise<RuleCheck> => {
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
