import type { RuleCheck } from "../../core/check/rule-check.ts";
import { EMEND_ACTOR } from "../rule/decide-rule.ts";
import { draftRuleCheck, type DraftRuleCheckParts } from "./draft-rule-check.ts";

/** Drafts a check for each of these rules that has none in any state, and returns those that passed the gate. */
export const draftMissingChecks = (parts: DraftRuleCheckParts) => {
  const draft = draftRuleCheck(parts);
  return async (ruleIds: readonly string[]): Promise<readonly RuleCheck[]> => {
    const drafted: RuleCheck[] = [];
    for (const ruleId of new Set(ruleIds)) {
      if ((await parts.checks.ofRules([ruleId])).length > 0) continue;
      const made = await draft(ruleId, { by: EMEND_ACTOR });
      if (made.ok) drafted.push(made.value.check);
    }
    return drafted;
  };
};
