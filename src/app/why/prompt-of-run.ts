import type { Digest } from "../../core/audit/audit-entry.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { buildAgentPrompt } from "../../core/rule/build-agent-prompt.ts";
import { type ShownInjection, withoutTrials } from "../../core/rule/injection.ts";
import { type ActiveRule, toActiveRule } from "../../core/rule/select-rules.ts";
import { findVersion, type Rule } from "../../core/rule/rule.ts";
import type { Store } from "../../ports/store.ts";

export interface PromptOfRunProblem {
  readonly code: "run_not_found" | "run_without_digest" | "base_differs" | "prompt_differs";
  readonly message: string;
}

export interface PromptOfRun extends ShownInjection {
  readonly prompt: string;
  readonly at: string;
}

/** The prompt that a recorded run was given, proved by its digest. */
export const promptOfRun =
  ({ rules, hash }: Pick<Store, "rules"> & { readonly hash: Digest }) =>
  async (question: {
    readonly agent: string;
    readonly run: string;
    readonly base: string;
  }): Promise<Result<PromptOfRun, PromptOfRunProblem>> => {
    const { agent, run, base } = question;
    const refuse = (code: PromptOfRunProblem["code"], message: string) => fail({ code, message });
    const injection = await rules.findInjection(run, agent);
    if (injection === undefined)
      return refuse("run_not_found", `no prompt of ${agent} was recorded for the run ${run}`);
    const { digests } = injection;
    if (digests === undefined)
      return refuse(
        "run_without_digest",
        "the run was recorded before Emend kept digests of prompts, so nothing proves what its prompt was",
      );
    if (hash(base) !== digests.base)
      return refuse("base_differs", "the run had another base prompt; name the one that it had");
    const given: ActiveRule[] = [];
    for (const { rule_id, version } of injection.rules) {
      const rule = await rules.find(rule_id);
      const active = rule && asInForce(rule, version);
      if (active !== undefined) given.push(active);
    }
    const made = buildAgentPrompt(agent, base, given, {
      run,
      now: injection.time,
      policy: { rulesPerAgent: given.length, tokenBudget: Number.MAX_SAFE_INTEGER, withholdFlagged: false },
    });
    if (hash(made.prompt) !== digests.prompt)
      return refuse(
        "prompt_differs",
        "the rules of the run no longer make the same prompt; it was made by another version of Emend, or its rules were changed in the store",
      );
    return ok({ prompt: made.prompt, at: injection.time, ...withoutTrials(injection) });
  };

function asInForce(rule: Rule, number: number): ActiveRule | undefined {
  const version = findVersion(rule, number);
  return version === undefined
    ? undefined
    : toActiveRule({ ...rule, in_force: number, in_force_since: version.decided_at, flag: null });
}
