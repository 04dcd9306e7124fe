import { type Days, startOfDays } from "../../core/rule/count-around.ts";
import type { RuleActor } from "../../core/feedback/feedback.ts";
import type { Rule } from "../../core/rule/rule.ts";
import { ok, type Result } from "../../core/result.ts";
import { daysAfter, daysBetween } from "../../core/time/time.ts";
import {
  refuseTrial,
  startProblem,
  startTrial as planTrial,
  triedVersion,
  type TrialProblem,
} from "../../core/trial/decide-trial.ts";
import { forecastTrial, type TrialForecast } from "../../core/trial/forecast-trial.ts";
import { isSafetyFeedback } from "../../core/trial/is-safety.ts";
import type { TrialPolicy } from "../../core/trial/trial-policy.ts";
import { MAX_RUNNING_TRIALS, type Trial, type TrialKind } from "../../core/trial/trial.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { TrialStore } from "../../ports/trial-store.ts";
import { currentCluster } from "../cluster/change-cluster.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";

export interface StartTrialParts {
  readonly rules: Pick<RuleStore, "find" | "runs">;
  readonly trials: Pick<TrialStore, "save" | "list" | "running" | "exemptions">;
  readonly clusters: Pick<ClusterStore, "find" | "occurrences">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly trialPolicy: TrialPolicy;
  readonly now: () => string;
  /** A UUID. */
  readonly createId: () => string;
  readonly random: (bytes: number) => string;
}

export interface StartTrialRequest {
  readonly rule_id: string;
  /** By default, whether the rule helps. */
  readonly kind?: TrialKind;
  readonly share?: number;
  readonly margin?: number;
  readonly by: RuleActor;
  /** Starts also if nobody would wait for the verdict. */
  readonly anyway?: boolean;
}

const TRIAL_BUSY: TrialProblem = {
  code: "trial_busy",
  message: "somebody else keeps changing the trials of this rule; read them again, then retry",
};

/** The days from which a trial's length is forecast. */
const OUTLOOK_DAYS = 28;
/** The evidence that is read to know whether a rule is about a danger. */
const MAX_EVIDENCE_READ = 200;
const SECRET_BYTES = 32;

/** Starts a trial of a rule that is in force or waits for approval. */
export const startTrial =
  (parts: StartTrialParts) =>
  (request: StartTrialRequest): Promise<Result<Trial, TrialProblem>> =>
    retryOnConflict<Result<Trial, TrialProblem>, TrialProblem>(TRIAL_BUSY, async () => {
      const { rules, trials, trialPolicy, now, createId, random } = parts;
      const { rule_id, kind = "introduction", share = trialPolicy.share, by } = request;
      const { margin = trialPolicy.margin, anyway = false } = request;
      const rule = await rules.find(rule_id);
      if (rule === undefined)
        return refuseTrial("rule_not_found", "there is no such rule; list the rules to see their ids");
      const exemption = (await trials.exemptions([rule.id])).get(rule.id);
      const isSafety = await isSafetyRule(parts, rule, kind);
      const problem = startProblem(rule, { kind, by, share }, { exemption, isSafety });
      if (problem !== undefined) return refuseTrial(problem.code, problem.message);
      const [other] = (await trials.list({ rule: rule.id, state: "running", limit: 1 })).items;
      if (other !== undefined)
        return refuseTrial("trial_running", `the trial ${other.id} of this rule is running; stop it first`);
      if ((await trials.running()).length >= MAX_RUNNING_TRIALS)
        return refuseTrial("too_many_trials", `at most ${MAX_RUNNING_TRIALS} trials can run; stop one first`);
      const forecast = await forecastOf(parts, rule, { kind, share });
      if (forecast.is_too_rare && !anyway)
        return refuseTrial(
          "mistake_too_rare",
          `${tooRareText(forecast)}; measure it before and after instead`,
        );
      const planned = planTrial(
        rule,
        { id: trialId(createId()), secret: random(SECRET_BYTES), kind, share, margin, forecast, by },
        now(),
      );
      if (!planned.ok) return planned;
      return (await trials.save(planned.value)) ? ok(planned.value.state) : undefined;
    });

const trialId = (uuid: string): string => `tr_${uuid.replaceAll("-", "")}`;

/** Why nobody would wait for the verdict. */
const tooRareText = ({ recurrences, days }: TrialForecast): string =>
  days === null
    ? "the mistake did not happen in recorded runs lately, so nobody knows how long a verdict would take"
    : `a verdict needs about ${recurrences} recurrences, which would take about ${days} days`;

export async function isSafetyRule(
  { feedback }: Pick<StartTrialParts, "feedback">,
  rule: Rule,
  kind: TrialKind,
): Promise<boolean> {
  const evidence = triedVersion(rule, kind)?.evidence ?? [];
  return (await feedback.findAll(evidence.slice(-MAX_EVIDENCE_READ))).some(isSafetyFeedback);
}

/**
 * From how often the mistake happened in runs without the rule: lately, or before the rule came into force. Both are
 * counted for the agents that the rule is for.
 */
export async function forecastOf(
  { rules, clusters, now }: Pick<StartTrialParts, "rules" | "clusters" | "now">,
  rule: Rule,
  { kind, share }: { readonly kind: TrialKind; readonly share: number },
): Promise<TrialForecast> {
  const cluster = rule.cluster_id === null ? undefined : await currentCluster(clusters, rule.cluster_id);
  const none = { share, recurrences: 0, tasks: 0, days: 0 };
  if (cluster === undefined) return forecastTrial(none);
  const before = startOfDays(rule);
  const end = kind === "withdrawal" && before !== undefined ? before : now();
  const last = daysAfter(end, kind === "withdrawal" ? -1 : 0).slice(0, 10);
  const days: Days = { first: daysAfter(end, -OUTLOOK_DAYS).slice(0, 10), last };
  const span = { from: `${days.first}T00:00:00.000Z`, to: `${days.last}T23:59:59.999Z` };
  const agents: readonly string[] = triedVersion(rule, kind)?.scope.agents ?? [];
  const isFor = ({ agent }: { readonly agent: string }): boolean =>
    agents.length === 0 || agents.includes(agent);
  const runs = (await rules.runs(span)).filter(isFor);
  const first = runs.reduce<string | undefined>(
    (least, { day }) => (least === undefined || day < least ? day : least),
    undefined,
  );
  if (first === undefined) return forecastTrial(none);
  const recurred = (await clusters.occurrences(cluster.id, span)).filter(
    (one) => isFor(one) && one.day >= first,
  );
  return forecastTrial({
    share,
    recurrences: recurred.reduce((sum, { count }) => sum + count, 0),
    tasks: runs.reduce((sum, one) => sum + one.runs, 0),
    days: Math.max(1, Math.round(daysBetween(`${first}T00:00:00.000Z`, span.to))),
  });
}
