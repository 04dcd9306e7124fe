import type { Page } from "../../core/page.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { findVersion } from "../../core/rule/rule.ts";
import { concludeTrials } from "../../core/trial/conclude-trials.ts";
import type { TrialProblem } from "../../core/trial/decide-trial.ts";
import { NO_EVIDENCE } from "../../core/trial/trial-evidence.ts";
import type { TrialReport } from "../../core/trial/trial-wire.ts";
import type { Trial } from "../../core/trial/trial.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { TrialQuery, TrialStore } from "../../ports/trial-store.ts";
import { TRIAL_NOT_FOUND } from "./stop-trial.ts";
import { concludeRunning } from "./tend-trials.ts";

export interface ReportTrialsParts {
  readonly rules: Pick<RuleStore, "find">;
  readonly trials: Pick<TrialStore, "find" | "list" | "running" | "evidence">;
}

/** Trials with their evidence, the last changed first. */
export const listTrials =
  (parts: ReportTrialsParts) =>
  async (query: TrialQuery): Promise<Page<TrialReport>> => {
    const page = await parts.trials.list(query);
    return { ...page, items: await reportOf(parts, page.items) };
  };

/** A trial with its evidence, at a cost that does not depend on its history. */
export const showTrial =
  (parts: ReportTrialsParts) =>
  async (id: string): Promise<Result<TrialReport, TrialProblem>> => {
    const trial = await parts.trials.find(id);
    if (trial === undefined) return fail(TRIAL_NOT_FOUND);
    const [report] = await reportOf(parts, [trial]);
    return ok(report!);
  };

async function reportOf(
  { rules, trials }: ReportTrialsParts,
  shown: readonly Trial[],
): Promise<readonly TrialReport[]> {
  // Whether a running trial's evidence holds depends on all that run.
  const running = shown.some(({ state }) => state === "running") ? await trials.running() : [];
  const concluded = new Map(
    (await concludeRunning({ trials }, running)).map(({ trial, conclusion }) => [trial.id, conclusion]),
  );
  const evidence = await trials.evidence(shown.map(({ id }) => id));
  const reports: TrialReport[] = [];
  for (const trial of shown) {
    const known = evidence.get(trial.id) ?? NO_EVIDENCE;
    const rule = await rules.find(trial.rule_id);
    const [alone] = concludeTrials([{ trial, evidence: known }]);
    reports.push({
      trial,
      text: rule === undefined ? "" : (findVersion(rule, trial.version)?.text ?? ""),
      evidence: known,
      conclusion: concluded.get(trial.id) ?? alone!,
    });
  }
  return reports;
}
