import type { TrialConclusion } from "./conclude-trials.ts";
import { ENOUGH_EVIDENCE, mostReduction } from "./conclude-trials.ts";
import { NO_DIFFERENCE } from "./judge-trial.ts";
import type { TrialEvidenceCounts } from "./trial-evidence.ts";
import type { Trial } from "./trial.ts";

/** A trial with its evidence. */
export interface TrialReport {
  readonly trial: Trial;
  /** The text of the version on trial; empty if the rule no longer exists. */
  readonly text: string;
  readonly evidence: TrialEvidenceCounts;
  readonly conclusion: TrialConclusion;
}

const LARGEST = 1e12;
const shownEvidence = (value: number): number => Number(Math.min(LARGEST, value).toPrecision(4));

/** A trial as the API and the command print it. The secret and the arms of tasks stay inside. */
export const toTrialWire = ({ trial, text, evidence, conclusion }: TrialReport) => {
  const { id, rule_id, version, revision, kind, state, share, margin, forecast, end } = trial;
  const { started_by, started_at, updated_at } = trial;
  const { judged, arms, waits_for } = conclusion;
  const { tally, tasks, unassigned } = evidence;
  return {
    id,
    rule_id,
    version,
    text,
    revision,
    kind,
    state,
    share,
    margin,
    no_difference:
      kind === "withdrawal" && margin !== null
        ? { low: null, high: mostReduction(margin) }
        : { low: -NO_DIFFERENCE, high: NO_DIFFERENCE },
    verdict: end === null ? conclusion.verdict : (end.verdict ?? ("undecided" as const)),
    waits_for: state === "running" ? waits_for : null,
    e_value: shownEvidence(judged.e_value),
    threshold: ENOUGH_EVIDENCE,
    reduction: judged.reduction,
    recurrences: { given: tally.given, withheld: tally.withheld, unassigned },
    tasks,
    arms: { ok: arms.ok, e_value: shownEvidence(arms.e_value) },
    points: tally.points,
    forecast,
    started_by,
    started_at,
    updated_at,
    end: end === null ? null : { by: end.by, at: end.at, reason: end.reason, verdict: end.verdict },
  };
};

export type TrialWire = ReturnType<typeof toTrialWire>;
