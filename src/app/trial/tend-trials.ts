import type { Rule } from "../../core/rule/rule.ts";
import { concludeTrials, type TrialConclusion } from "../../core/trial/conclude-trials.ts";
import { endTrial } from "../../core/trial/decide-trial.ts";
import { verdictText } from "../../core/trial/verdict-text.ts";
import { NO_EVIDENCE } from "../../core/trial/trial-evidence.ts";
import type { TrialPolicy } from "../../core/trial/trial-policy.ts";
import type { Trial } from "../../core/trial/trial.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { TrialStore } from "../../ports/trial-store.ts";
import { type DecideParts, decideRule, EMEND_ACTOR } from "../rule/decide-rule.ts";
import { noteRecurrences, type NoteParts } from "./note-recurrences.ts";

export interface TendTrialsParts extends DecideParts, Omit<NoteParts, "rules" | "trials"> {
  readonly rules: RuleStore;
  readonly trials: TrialStore;
  readonly trialPolicy: TrialPolicy;
}

export interface TendedTrials {
  /** Recurrences that are new evidence. */
  readonly counted: number;
  readonly ended: readonly Trial[];
}

/** Trials that ended beside the running ones, to hold false verdicts over all of them. */
const MAX_BESIDE = 500;

/**
 * Takes in new recurrences and ends trials whose evidence decides. Safe to repeat and to interrupt: what a verdict does
 * to its rule is done before the trial ends, and doing it again changes nothing.
 */
export function tendTrials(parts: TendTrialsParts): () => Promise<TendedTrials> {
  const { rules, trials, now } = parts;
  const note = noteRecurrences(parts);
  return async () => {
    const running = await trials.running();
    if (running.length === 0) return { counted: 0, ended: [] };
    let counted = 0;
    const tried = new Map<string, Rule | undefined>();
    for (const trial of running) {
      const rule = await rules.find(trial.rule_id);
      tried.set(trial.id, rule);
      if (rule !== undefined && rule.cluster_id !== null) counted += await note(trial, rule.cluster_id);
    }
    const ended: Trial[] = [];
    for (const { trial, conclusion } of await concludeRunning(parts, running)) {
      const done = await endIfDecided(parts, trial, tried.get(trial.id), conclusion, now());
      if (done !== undefined) ended.push(done);
    }
    return { counted, ended };
  };
}

export interface ConcludedTrial {
  readonly trial: Trial;
  readonly conclusion: TrialConclusion;
}

/** Concludes running trials together with those that ended beside them. */
export async function concludeRunning(
  { trials }: { readonly trials: Pick<TrialStore, "list" | "evidence"> },
  running: readonly Trial[],
): Promise<readonly ConcludedTrial[]> {
  const [oldest] = running;
  if (oldest === undefined) return [];
  const { items } = await trials.list({ state: "stopped", limit: MAX_BESIDE });
  const beside = items.filter(
    ({ end }) => end !== null && end.verdict !== null && end.at >= oldest.started_at,
  );
  const all = [...running, ...beside];
  const evidence = await trials.evidence(all.map(({ id }) => id));
  const conclusions = concludeTrials(
    all.map((trial) => ({ trial, evidence: evidence.get(trial.id) ?? NO_EVIDENCE })),
  );
  return running.map((trial, index) => ({ trial, conclusion: conclusions[index]! }));
}

async function endIfDecided(
  parts: TendTrialsParts,
  trial: Trial,
  rule: Rule | undefined,
  { verdict, judged }: TrialConclusion,
  time: string,
): Promise<Trial | undefined> {
  const change = verdict === "undecided" ? changeOf(trial, rule) : undefined;
  if (verdict === "undecided" && change === undefined) return undefined;
  const reason = change ?? verdictText(verdict, judged, trial);
  if (change === undefined && !(await applyVerdict(parts, trial, rule, { verdict, judged }, reason)))
    return undefined;
  const ended = endTrial(
    trial,
    { by: EMEND_ACTOR, reason, verdict: verdict === "undecided" ? null : verdict, judged },
    time,
  );
  // If somebody stopped it meanwhile, there is nothing left to do.
  return ended.ok && (await parts.trials.save(ended.value)) ? ended.value.state : undefined;
}

/** Why a trial cannot go on; undefined if its rule is still the one that it tries. */
function changeOf({ version }: Trial, rule: Rule | undefined): string | undefined {
  if (rule === undefined) return "the rule no longer exists";
  if (rule.in_force === version || rule.pending === version) return undefined;
  return rule.in_force === null ? `the rule is ${rule.status}` : `version ${rule.in_force} is in force now`;
}

/** Does to the rule what follows from the verdict. Returns false if it has to be tried again. */
async function applyVerdict(
  parts: TendTrialsParts,
  trial: Trial,
  rule: Rule | undefined,
  { verdict, judged }: Pick<TrialConclusion, "verdict" | "judged">,
  reason: string,
): Promise<boolean> {
  if (rule?.in_force !== trial.version || verdict === "works" || verdict === "undecided") return true;
  const decide = decideRule(parts);
  const isRetired = verdict === "harms" || parts.trialPolicy.retire;
  const decided = await decide(
    trial.rule_id,
    isRetired
      ? { type: "retire", by: EMEND_ACTOR, reason, trial: trial.id }
      : {
          type: "flag",
          by: EMEND_ACTOR,
          version: trial.version,
          verdict: "ineffective",
          reduction: judged.reduction.estimate,
          reason,
          trial: trial.id,
        },
  );
  // A person was faster, which is just as good.
  return decided.ok || decided.error.code !== "rule_busy";
}
