export { relateRules, type RelatedRules } from "../core/rule/relate/relate-rules.ts";
export type { RuleRelation } from "../core/rule/relate/judge-relation.ts";
export { checkRuleText, type RuleTextWarning } from "../core/rule-text/check-rule-text.ts";
export { sanitiseRuleText } from "../core/rule/sanitise-rule-text.ts";
export { renderRules } from "../core/rule/render-rules.ts";
export {
  selectRules,
  type SelectedRules,
  type Selection,
  toActiveRule,
  type ActiveRule,
  type ActiveRuleEffect,
} from "../core/rule/select-rules.ts";
export { buildAgentPrompt, type AgentPrompt, type PromptRun } from "../core/rule/build-agent-prompt.ts";
export {
  ruleId,
  type Approval,
  type Rule,
  type RuleScope,
  type RuleStatus,
  type RuleText,
  type RuleType,
  type RuleVersion,
} from "../core/rule/rule.ts";
export { type RuleActor } from "../core/feedback/feedback.ts";
export { applyRuleCommand as decideRule } from "../core/rule/decide-rule.ts";
export type {
  RuleChange,
  RuleCommand,
  RuleContext,
  RuleProblem,
  RuleProblemCode,
} from "../core/rule/rule-command.ts";
export {
  DEFAULT_RULE_POLICY,
  rulePolicy,
  type PolicyProblem,
  type RulePolicy,
} from "../core/evaluation/rule-policy.ts";
export { judgeEffect, type Effect, type EffectCounts, type EffectVerdict } from "../core/rule/effect.ts";
export { ruleJsonSchema } from "../core/rule/rule-schema.ts";
export type { InjectedRule, Injection, Withheld } from "../core/rule/injection.ts";
