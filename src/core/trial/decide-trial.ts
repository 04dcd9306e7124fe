import type { AuditAct } from "../audit/audit-entry.ts";
import type { RuleActor } from "../feedback/feedback.ts";
import { ERASED_PERSON } from "../feedback/feedback.ts";
import { fail, ok, type Result } from "../result.ts";
import { findVersion, type Rule } from "../rule/rule.ts";
import { statedReason } from "../rule/rule-command.ts";
import type { TrialForecast } from "./forecast-trial.ts";
import type { JudgedTrial, TrialVerdict } from "./judge-trial.ts";
import {
  LEAST_SHARE,
  MOST_SHARE,
  TRIAL_SCHEMA,
  type Trial,
  type TrialEnd,
  type TrialExemption,
  type TrialKind,
} from "./trial.ts";

export type TrialProblemCode =
  | "rule_not_found"
  | "not_a_person"
  | "invalid_share"
  | "rule_not_open"
  | "not_in_force"
  | "needs_words"
  | "rule_exempt"
  | "unknown_mistake"
  | "mistake_too_rare"
  | "trial_running"
  | "too_many_trials"
  | "trial_not_found"
  | "trial_ended"
  | "reason_required"
  | "not_exempt"
  | "trial_busy";

/** Why a command was refused; the message says what to do. */
export interface TrialProblem {
  readonly code: TrialProblemCode;
  readonly message: string;
}

/** A trial after a command, and the entries for the audit log. */
export interface TrialChange {
  readonly state: Trial;
  readonly acts: readonly AuditAct[];
}

export interface ExemptionChange {
  readonly exemption: TrialExemption;
  readonly acts: readonly AuditAct[];
}

export const refuseTrial = (code: TrialProblemCode, message: string): Result<never, TrialProblem> =>
  fail({ code, message });

export interface TrialPlan {
  readonly id: string;
  readonly secret: string;
  readonly kind: TrialKind;
  readonly share: number;
  /** For a withdrawal. */
  readonly margin: number;
  readonly forecast: TrialForecast;
  readonly by: RuleActor;
}

/** Why a rule cannot be tried, whatever the share; undefined if it can. */
export function startProblem(
  rule: Rule,
  { kind, by, share }: Pick<TrialPlan, "kind" | "by" | "share">,
  { exemption, isSafety }: { readonly exemption: TrialExemption | undefined; readonly isSafety: boolean },
): TrialProblem | undefined {
  const problem = (code: TrialProblemCode, message: string): TrialProblem => ({ code, message });
  if (by.trust !== "person") return problem("not_a_person", "only a person can start a trial; log in as one");
  if (!(share >= LEAST_SHARE && share <= MOST_SHARE))
    return problem(
      "invalid_share",
      `expected a share from ${LEAST_SHARE} to ${MOST_SHARE}, such as 0.5 or 0.8`,
    );
  const version = triedVersion(rule, kind);
  if (version === undefined)
    return kind === "withdrawal"
      ? problem("not_in_force", `the rule is ${rule.status}; only a rule in force can be withdrawn on trial`)
      : problem("rule_not_open", `the rule is ${rule.status}; propose it again, then try it`);
  if (version.wants_words !== undefined)
    return problem(
      "needs_words",
      "this rule has no text yet, so there is nothing to try; write its text first",
    );
  if (exemption !== undefined)
    return problem(
      "rule_exempt",
      `the rule is exempt from trials: ${exemption.reason}; end the exemption first`,
    );
  if (isSafety)
    return problem(
      "rule_exempt",
      "the rule comes from security feedback, so it must not be withheld from any task; approve it without a trial",
    );
  if (rule.cluster_id === null)
    return problem(
      "unknown_mistake",
      "the rule has no feedback behind it, so Emend would not recognise its mistake; approve it without a trial",
    );
  return undefined;
}

/** A rule that is about to come into force is tried in that version. */
export const triedVersion = (rule: Rule, kind: TrialKind) =>
  kind === "withdrawal"
    ? findVersion(rule, rule.in_force)
    : (findVersion(rule, rule.pending) ?? findVersion(rule, rule.in_force));

export function startTrial(rule: Rule, plan: TrialPlan, now: string): Result<TrialChange, TrialProblem> {
  const { id, kind, share, margin, forecast, by, secret } = plan;
  const version = triedVersion(rule, kind);
  if (version === undefined) return refuseTrial("rule_not_open", `the rule is ${rule.status}`);
  const state: Trial = {
    schema: TRIAL_SCHEMA,
    id,
    rule_id: rule.id,
    version: version.version,
    revision: 1,
    kind,
    state: "running",
    share,
    secret,
    margin: kind === "withdrawal" ? margin : null,
    forecast,
    started_by: by.id,
    started_at: now,
    updated_at: now,
    end: null,
  };
  const detail = { revision: 1, rule: rule.id, version: version.version, kind, share };
  return ok({ state, acts: [{ actor: by.id, action: "trial.started", subject: id, detail }] });
}

/** Ends a trial by a person's decision, by a verdict, or because its rule changed. */
export function endTrial(
  trial: Trial,
  {
    by,
    reason: given,
    verdict,
    judged,
  }: {
    readonly by: Pick<RuleActor, "id">;
    readonly reason: string;
    readonly verdict: TrialVerdict | null;
    readonly judged: JudgedTrial;
  },
  now: string,
): Result<TrialChange, TrialProblem> {
  const reason = statedReason(given);
  if (reason === undefined) return refuseTrial("reason_required", "expected a reason why the trial ends");
  if (trial.state === "stopped")
    return refuseTrial("trial_ended", "the trial has ended already; there is nothing to stop");
  const end: TrialEnd = { by: by.id, at: now, reason, judged, verdict };
  const state: Trial = { ...trial, state: "stopped", revision: trial.revision + 1, updated_at: now, end };
  const { e_value, recurrences } = judged;
  const detail = {
    revision: state.revision,
    rule: trial.rule_id,
    verdict,
    recurrences,
    e_value: Number(Math.min(1e12, e_value).toPrecision(4)),
    reason,
  };
  const action = verdict === null ? "trial.stopped" : "trial.decided";
  return ok({ state, acts: [{ actor: by.id, action, subject: trial.id, detail }] });
}

/** Exempts a rule from trials, or ends that. One person is enough. */
export function exemptRule(
  rule: Rule,
  { by, reason: given }: { readonly by: RuleActor; readonly reason: string },
  now: string,
): Result<ExemptionChange, TrialProblem> {
  if (by.trust !== "person")
    return refuseTrial("not_a_person", "only a person can exempt a rule; log in as one");
  const reason = statedReason(given);
  if (reason === undefined) return refuseTrial("reason_required", "expected a reason why the rule is exempt");
  const exemption = { rule_id: rule.id, by: by.id, at: now, reason };
  return ok({
    exemption,
    acts: [{ actor: by.id, action: "trial.exempted", subject: rule.id, detail: { reason } }],
  });
}

/** Removes a person's name and words. Returns the same object if it does not name them. */
export function eraseFromTrial(trial: Trial, personId: string): Trial {
  if (personId === ERASED_PERSON) return trial;
  const { started_by, end } = trial;
  if (started_by !== personId && end?.by !== personId) return trial;
  return {
    ...trial,
    revision: trial.revision + 1,
    started_by: started_by === personId ? ERASED_PERSON : started_by,
    end: end !== null && end.by === personId ? { ...end, by: ERASED_PERSON, reason: "" } : end,
  };
}
