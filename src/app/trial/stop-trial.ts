import type { RuleActor } from "../../core/feedback/feedback.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { endTrial, exemptRule, refuseTrial, type TrialProblem } from "../../core/trial/decide-trial.ts";
import { judgeTally, NO_EVIDENCE } from "../../core/trial/trial-evidence.ts";
import type { Trial, TrialExemption } from "../../core/trial/trial.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { TrialStore } from "../../ports/trial-store.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";

export interface StopTrialParts {
  readonly trials: Pick<TrialStore, "find" | "save" | "evidence">;
  readonly now: () => string;
}

export interface StopTrialRequest {
  readonly by: RuleActor;
  readonly reason: string;
}

const TRIAL_CHANGES: TrialProblem = {
  code: "trial_busy",
  message: "somebody else keeps changing this trial; read it again, then retry",
};

export const TRIAL_NOT_FOUND: TrialProblem = {
  code: "trial_not_found",
  message: "there is no such trial; list the trials to see their ids",
};

/** Stops a trial without a verdict. The rule stays as it is. */
export const stopTrial =
  ({ trials, now }: StopTrialParts) =>
  (id: string, { by, reason }: StopTrialRequest): Promise<Result<Trial, TrialProblem>> =>
    retryOnConflict<Result<Trial, TrialProblem>, TrialProblem>(TRIAL_CHANGES, async () => {
      if (by.trust !== "person")
        return refuseTrial("not_a_person", "only a person can stop a trial; log in as one");
      const trial = await trials.find(id);
      if (trial === undefined) return fail(TRIAL_NOT_FOUND);
      const { tally } = (await trials.evidence([id])).get(id) ?? NO_EVIDENCE;
      const judged = judgeTally(tally, trial.share);
      const ended = endTrial(trial, { by, reason, verdict: null, judged }, now());
      if (!ended.ok) return ended;
      return (await trials.save(ended.value)) ? ok(ended.value.state) : undefined;
    });

export interface ExemptParts extends StopTrialParts {
  readonly rules: Pick<RuleStore, "find">;
  readonly trials: StopTrialParts["trials"] &
    Pick<TrialStore, "exempt" | "endExemption" | "exemptions" | "list">;
}

export interface Exempted {
  readonly exemption: TrialExemption;
  /** The trial that it stopped. */
  readonly stopped: Trial | undefined;
}

/** Keeps a rule out of trials, and stops the one that is running. */
export const exemptFromTrials =
  (parts: ExemptParts) =>
  async (ruleId: string, request: StopTrialRequest): Promise<Result<Exempted, TrialProblem>> => {
    const { rules, trials, now } = parts;
    const rule = await rules.find(ruleId);
    if (rule === undefined)
      return refuseTrial("rule_not_found", "there is no such rule; list the rules to see their ids");
    const made = exemptRule(rule, request, now());
    if (!made.ok) return made;
    if (!(await trials.exempt(made.value))) {
      const known = (await trials.exemptions([rule.id])).get(rule.id);
      return refuseTrial(
        "rule_exempt",
        `the rule is exempt from trials already${known === undefined ? "" : `: ${known.reason}`}`,
      );
    }
    const [running] = (await trials.list({ rule: rule.id, state: "running", limit: 1 })).items;
    if (running === undefined) return ok({ exemption: made.value.exemption, stopped: undefined });
    const stopped = await stopTrial(parts)(running.id, {
      by: request.by,
      reason: `the rule is exempt from trials: ${made.value.exemption.reason}`,
    });
    return ok({ exemption: made.value.exemption, stopped: stopped.ok ? stopped.value : undefined });
  };

/** Allows trials of a rule again. */
export const endExemption =
  ({ rules, trials, now }: ExemptParts) =>
  async (ruleId: string, request: StopTrialRequest): Promise<Result<TrialExemption, TrialProblem>> => {
    const rule = await rules.find(ruleId);
    if (rule === undefined)
      return refuseTrial("rule_not_found", "there is no such rule; list the rules to see their ids");
    const made = exemptRule(rule, request, now());
    if (!made.ok) return made;
    const { exemption, acts } = made.value;
    const ended = { exemption, acts: acts.map((act) => ({ ...act, action: "trial.exemption_ended" })) };
    return (await trials.endExemption(ended))
      ? ok(exemption)
      : refuseTrial("not_exempt", "the rule is not exempt from trials; there is nothing to end");
  };
