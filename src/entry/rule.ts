export { relateRules } from "../core/rule/relate/relate-rules.ts";
export type { RelatedRules } from "../core/rule/relate/relate-rules.ts";
export type { RuleRelation } from "../core/rule/relate/judge-relation.ts";
export { checkRuleText } from "../core/rule/check-rule-text.ts";
export type { RuleTextWarning } from "../core/rule/rule-text-warning.ts";
export { sanitiseRuleText } from "../core/rule/sanitise-rule-text.ts";
export { renderRules } from "../core/rule/render-rules.ts";
export { selectRules } from "../core/rule/select-rules.ts";
export type { SelectedRules, Selection } from "../core/rule/select-rules.ts";
export { buildAgentPrompt } from "../core/rule/build-agent-prompt.ts";
export type { AgentPrompt, PromptRun } from "../core/rule/build-agent-prompt.ts";
export { ruleId } from "../core/rule/rule-id.ts";
export { decideRule } from "../core/rule/decide-rule.ts";
export type {
  RuleChange,
  RuleCommand,
  RuleContext,
  RuleProblem,
  RuleProblemCode,
} from "../core/rule/rule-command.ts";
export { DEFAULT_RULE_POLICY, rulePolicy } from "../core/rule/rule-policy.ts";
export type { PolicyProblem, RulePolicy } from "../core/rule/rule-policy.ts";
export { judgeEffect } from "../core/rule/effect.ts";
export type { Effect, EffectCounts, EffectVerdict } from "../core/rule/effect.ts";
export { toActiveRule } from "../core/rule/active-rule.ts";
export type { ActiveRule, ActiveRuleEffect } from "../core/rule/active-rule.ts";
export { ruleJsonSchema } from "../core/rule/rule-json-schema.ts";
export type {
  Approval,
  Rule,
  RuleActor,
  RuleScope,
  RuleStatus,
  RuleText,
  RuleType,
  RuleVersion,
} from "../core/rule/rule.ts";
export type { InjectedRule, Injection, Withheld } from "../core/rule/injection.ts";
