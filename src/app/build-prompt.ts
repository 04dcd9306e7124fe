import { type ActiveRule, type ActiveRuleEffect, toActiveRule } from "../core/rule/active-rule.ts";
import { buildAgentPrompt } from "../core/rule/build-agent-prompt.ts";
import type { Injection } from "../core/rule/injection.ts";
import { MAX_NAME } from "../core/rule/limits.ts";
import { relateRules } from "../core/rule/relate/relate-rules.ts";
import type { RulePolicy } from "../core/rule/rule-policy.ts";
import { fail, ok, type Result } from "../core/result.ts";
import type { RuleStore } from "../ports/rule-store.ts";

export interface BuildPromptParts {
  readonly rules: Pick<RuleStore, "inForce" | "recordInjection">;
  readonly policy: RulePolicy;
  readonly now: () => string;
  /** What is known of these rules' effects; asked only where not all rules fit. */
  readonly measure?: (ruleIds: readonly string[]) => Promise<ReadonlyMap<string, ActiveRuleEffect>>;
}

export interface PromptQuestion {
  readonly agent: string;
  readonly base: string;
  /** Without it nothing is recorded, so the run does not count when rules are measured. */
  readonly run?: string;
  /** The files that the run touches, where somebody knows. */
  readonly files?: readonly string[];
  readonly task?: string;
}

export interface BuiltPrompt extends Pick<Injection, "rules" | "withheld" | "withheld_more" | "tokens"> {
  readonly prompt: string;
  /** Whether it is written down which rules went into the run. */
  readonly recorded: boolean;
}

export interface PromptProblem {
  readonly code: "invalid_agent" | "invalid_run" | "invalid_task";
  readonly message: string;
}

/** An agent's prompt for one run with the rules in force; what went in and what did not is recorded under the run. */
export const buildPrompt =
  ({ rules, policy, now, measure }: BuildPromptParts) =>
  async (question: PromptQuestion): Promise<Result<BuiltPrompt, PromptProblem>> => {
    const problem = problemOf(question);
    if (problem !== undefined) return fail(problem);
    const { agent, base, run, files = [], task } = question;
    const inForce = await rules.inForce(agent);
    // Effects decide which rules give way, so they are worth their cost only where some must.
    const crowded =
      measure !== undefined &&
      isCrowded(
        inForce.flatMap((rule) => toActiveRule(rule) ?? []),
        policy,
      );
    const effects = crowded ? await measure(inForce.map(({ id }) => id)) : undefined;
    const active = inForce.flatMap((rule) => toActiveRule(rule, effects?.get(rule.id)) ?? []);
    const { prompt, injection } = buildAgentPrompt(agent, base, active, {
      run: run ?? "",
      ...(task === undefined ? {} : { task }),
      now: now(),
      files,
      policy,
      relevance: (rule) => (rule.scope.paths.length > 0 && files.length > 0 ? 1 : ANYWHERE),
      similar: createLikeness(),
    });
    if (run !== undefined) await rules.recordInjection(injection);
    const { rules: injected, withheld, withheld_more, tokens } = injection;
    return ok({ prompt, rules: injected, withheld, withheld_more, tokens, recorded: run !== undefined });
  };

/** A rule for these very files says more about the run than one for every file. */
const ANYWHERE = 0.5;
/** An estimate of a rule's share of the budget, to see whether all may fit. */
const TOKENS_PER_CHARACTER = 0.5;

function isCrowded(rules: readonly ActiveRule[], policy: RulePolicy): boolean {
  const characters = rules.reduce((sum, { text }) => sum + text.length, 0);
  return rules.length > policy.rulesPerAgent || characters * TOKENS_PER_CHARACTER > policy.tokenBudget;
}

/** Surer than a duplicate that people are told of: what is taken for one by mistake would be missing in the prompt. */
const SURELY_THE_SAME = 0.8;
/** Letters by which words count as the same here; a cheap sign that two rules are worth a comparison. */
const STEM = 5;

/** Whether two rules say the same; those without a word in common are not compared, which would take long for many. */
function createLikeness(): (a: ActiveRule, b: ActiveRule) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  const stemsOf = ({ rule_id, text }: ActiveRule): ReadonlySet<string> => {
    const words =
      known.get(rule_id) ??
      new Set(Array.from(text.toLowerCase().matchAll(/\p{L}{4,64}/gu), ([word]) => word.slice(0, STEM)));
    known.set(rule_id, words);
    return words;
  };
  return (a, b) => {
    const other = stemsOf(b);
    if (!Array.from(stemsOf(a)).some((stem) => other.has(stem))) return false;
    const { relation, score } = relateRules(toRelated(a), toRelated(b));
    return relation === "duplicate" && score >= SURELY_THE_SAME;
  };
}

const toRelated = ({ text, scope }: ActiveRule) => ({
  text,
  scope: scope.paths.length === 0 ? undefined : scope.paths.join(", "),
});

function problemOf({ agent, run, task }: PromptQuestion): PromptProblem | undefined {
  const named = { agent, run, task };
  for (const what of ["agent", "run", "task"] as const) {
    const name = named[what];
    if (name === undefined || (name.trim() !== "" && name.length <= MAX_NAME)) continue;
    return { code: `invalid_${what}`, message: `expected the ${what}'s name in 1 to ${MAX_NAME} characters` };
  }
  return undefined;
}
