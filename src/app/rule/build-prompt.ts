import type { Digest } from "../../core/audit/audit-entry.ts";
import { defined } from "../../core/defined.ts";
import {
  type ActiveRule,
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
import { type Injection, type ShownInjection, withoutTrials } from "../../core/rule/injection.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { toPromptSettings } from "../../core/rule/prompt-settings.ts";
import { onTrial, trialsOfTask } from "../../core/trial/trials-of-task.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { RunStore } from "../../ports/run-store.ts";
import type { TrialStore } from "../../ports/trial-store.ts";
import { type EnforcedRulesParts, loadEnforcedRules } from "../check/load-enforced-rules.ts";

export interface BuildPromptParts {
  readonly rules: Pick<RuleStore, "inForce" | "recordInjection">;
  readonly trials: Pick<TrialStore, "assignments">;
  readonly runs: Pick<RunStore, "noteSettings">;
  readonly checks: EnforcedRulesParts["checks"];
  readonly policy: RulePolicy;
  readonly now: () => string;
  readonly hash: Digest;
  /** Measures rules; only called if not all of them fit. */
  readonly measure?: (ruleIds: readonly string[]) => Promise<ReadonlyMap<string, ActiveRuleEffect>>;
}

export interface BuiltPrompt extends ShownInjection {
  readonly prompt: string;
  /** Whether the choice was recorded for the run. */
  readonly recorded: boolean;
}

export interface RulesForFiles extends Pick<
  BuiltPrompt,
  "withheld" | "withheld_more" | "tokens" | "recorded"
> {
  /** Best first. */
  readonly rules: readonly ActiveRule[];
  /** Their prompt section; empty for none. */
  readonly section: string;
}

/** Builds an agent's prompt for one run with the rules in force; records what was included and what was not. */
export const buildPrompt =
  (parts: BuildPromptParts) =>
  async (question: PromptQuestion): Promise<Result<BuiltPrompt, PromptProblem>> => {
    const chosen = await chooseRules(parts, question);
    if (!chosen.ok) return chosen;
    const { prompt, injection, recorded } = chosen.value;
    return ok({ prompt, ...withoutTrials(injection), recorded });
  };

/** The rules for these files, chosen and recorded as for a prompt. */
export const rulesForFiles =
  (parts: BuildPromptParts) =>
  async (question: Omit<PromptQuestion, "base">): Promise<Result<RulesForFiles, PromptProblem>> => {
    const chosen = await chooseRules(parts, { ...question, base: "" });
    if (!chosen.ok) return chosen;
    const { prompt: section, injection, recorded, inForce } = chosen.value;
    const { rules: _named, ...shown } = withoutTrials(injection);
    const byId = new Map(inForce.map((rule) => [rule.rule_id, rule]));
    const rules = injection.rules.flatMap(({ rule_id }) => byId.get(rule_id) ?? []);
    return ok({ rules, section, ...shown, recorded });
  };

interface ChosenRules {
  readonly prompt: string;
  readonly injection: Injection;
  readonly recorded: boolean;
  readonly inForce: readonly ActiveRule[];
}

async function chooseRules(
  { rules, trials, runs, checks, policy, now, hash, measure }: BuildPromptParts,
  question: PromptQuestion,
): Promise<Result<ChosenRules, PromptProblem>> {
  const problem = questionProblem(question);
  if (problem !== undefined) return fail(problem);
  const { agent, base, run, files = [], task, model, agent_version } = question;
  const [inForce, running, enforcedFor] = await Promise.all([
    rules.inForce(agent),
    trials.assignments(),
    loadEnforcedRules({ checks, now }),
  ]);
  const trialOf = trialsOfTask(running, agent, task ?? run);
  // Effects decide which rules are left out, so they are only needed if some must be.
  const plain = inForce.flatMap((rule) => toActiveRule(rule) ?? []);
  // A trial of a rule's text decides which tasks are given it.
  const isOnTrial = onTrial(running);
  const held = enforcedFor({ agents: [agent], files });
  const enforced = new Set(
    plain.filter((rule) => held.has(rule.rule_id) && !isOnTrial(rule)).map(({ rule_id }) => rule_id),
  );
  const effects = mayBeCrowded(plain, policy) ? await measure?.(inForce.map(({ id }) => id)) : undefined;
  const active = inForce.flatMap((rule) => toActiveRule(rule, effects?.get(rule.id)) ?? []);
  const time = now();
  const { prompt, injection } = buildAgentPrompt(agent, base, active, {
    run: run ?? "",
    // Only what is recorded is compared later.
    ...defined({ task, trialOf, model, agent_version, digest: run === undefined ? undefined : hash }),
    now: time,
    files,
    policy,
    enforced,
    relevance: relevanceTo(files),
    similar: createLikeness(),
  });
  if (run === undefined) await runs.noteSettings({ time, ...toPromptSettings(policy) });
  else await rules.recordInjection(injection);
  return ok({ prompt, injection, recorded: run !== undefined, inForce: plain });
}
