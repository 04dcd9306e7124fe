import { z } from "zod";
import { type RulePolicy, RULE_POLICY_RANGES } from "../evaluation/rule-policy.ts";

/** Raised whenever the same rules and settings would make another prompt; a test holds it to that. */
export const PROMPT_FORMAT = 1;

/** The settings that a prompt was made with. They are kept so that the prompt of a moment can be made again. */
export interface PromptSettings {
  readonly format: number;
  readonly rules_per_agent: number;
  readonly token_budget: number;
  readonly withhold_flagged: boolean;
}

/** Settings, and when a prompt was first made with them. */
export interface UsedSettings extends PromptSettings {
  readonly time: string;
}

type PromptPolicy = Pick<RulePolicy, "rulesPerAgent" | "tokenBudget" | "withholdFlagged">;

export const toPromptSettings = (policy: PromptPolicy): PromptSettings => ({
  format: PROMPT_FORMAT,
  rules_per_agent: policy.rulesPerAgent,
  token_budget: policy.tokenBudget,
  withhold_flagged: policy.withholdFlagged,
});

export const toPromptPolicy = (settings: PromptSettings): PromptPolicy => ({
  rulesPerAgent: settings.rules_per_agent,
  tokenBudget: settings.token_budget,
  withholdFlagged: settings.withhold_flagged,
});

const [, mostRules] = RULE_POLICY_RANGES.rulesPerAgent;
const [, mostTokens] = RULE_POLICY_RANGES.tokenBudget;

export const promptSettingsSchema = z.strictObject({
  format: z.int().min(1),
  rules_per_agent: z.int().min(0).max(mostRules),
  token_budget: z.int().min(0).max(mostTokens),
  withhold_flagged: z.boolean(),
}) satisfies z.ZodType<PromptSettings>;
