import { defined } from "../../core/defined.ts";
import {
  type ActiveRuleEffect,
  toActiveRule,
  mayBeCrowded,
  relevanceTo,
} from "../../core/rule/select-rules.ts";
import { createLikeness } from "../../core/rule/find-related-rules.ts";
import {
  buildAgentPrompt,
  type PromptProblem,
  type PromptQuestion,
  questionProblem,
} from "../../core/rule/build-agent-prompt.ts";
import type { Injection } from "../../core/rule/injection.ts";
import type { RulePolicy } from "../../core/rule/rule-policy.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

export interface BuildPromptParts {
  readonly rules: Pick<RuleStore, "inForce" | "recordInjection">;
  readonly policy: RulePolicy;
  readonly now: () => string;
  /** What is known of these rules' effects; asked only where not all rules fit. */
  readonly measure?: (ruleIds: readonly string[]) => Promise<ReadonlyMap<string, ActiveRuleEffect>>;
}

export interface BuiltPrompt extends Pick<Injection, "rules" | "withheld" | "withheld_more" | "tokens"> {
  readonly prompt: string;
  /** Whether it is written down which rules went into the run. */
  readonly recorded: boolean;
}

/** An agent's prompt for one run with the rules in force; what went in and what did not is recorded under the run. */
export const buildPrompt =
  ({ rules, policy, now, measure }: BuildPromptParts) =>
  async (question: PromptQuestion): Promise<Result<BuiltPrompt, PromptProblem>> => {
    const problem = questionProblem(question);
    if (problem !== undefined) return fail(problem);
    const { agent, base, run, files = [], task } = question;
    const inForce = await rules.inForce(agent);
    // Effects decide which rules give way, so they are worth their cost only where some must.
    const plain = inForce.flatMap((rule) => toActiveRule(rule) ?? []);
    const effects = mayBeCrowded(plain, policy) ? await measure?.(inForce.map(({ id }) => id)) : undefined;
    const active = inForce.flatMap((rule) => toActiveRule(rule, effects?.get(rule.id)) ?? []);
    const { prompt, injection } = buildAgentPrompt(agent, base, active, {
      run: run ?? "",
      ...defined({ task }),
      now: now(),
      files,
      policy,
      relevance: relevanceTo(files),
      similar: createLikeness(),
    });
    if (run !== undefined) await rules.recordInjection(injection);
    const { rules: injected, withheld, withheld_more, tokens } = injection;
    return ok({ prompt, rules: injected, withheld, withheld_more, tokens, recorded: run !== undefined });
  };
