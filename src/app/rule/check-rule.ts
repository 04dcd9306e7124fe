import { defined } from "../../core/defined.ts";
import { checkRuleText, type RuleTextWarning } from "../../core/rule/check-rule-text.ts";
import { compareWords, type WordChange } from "../../core/rule/compare-versions.ts";
import type { RelatedRulesFound } from "../../core/rule/find-related-rules.ts";
import { renderRuleLine, tokenCost } from "../../core/rule/render-rules.ts";
import { presentVersion, type RuleScope, type RuleType } from "../../core/rule/rule.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { relatedRules, type RelatedRulesParts } from "./related-rules.ts";

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
