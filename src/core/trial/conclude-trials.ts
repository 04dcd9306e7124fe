import { type ArmCheck, checkArms } from "./check-arms.ts";
import { confirmVerdicts } from "./confirm-verdicts.ts";
import { FALSE_VERDICTS, type JudgedTrial, type TrialVerdict } from "./judge-trial.ts";
import { judgeTally, type TrialEvidenceCounts } from "./trial-evidence.ts";
import type { Trial } from "./trial.ts";

/** What the evidence says about a trial, together with all trials that run beside it. */
export interface TrialConclusion {
  readonly judged: JudgedTrial;
  readonly arms: ArmCheck;
  /** The verdict that ends the trial; `undecided` while it goes on. */
  readonly verdict: TrialVerdict;
  /** Why it goes on although the evidence of this trial alone would do; null otherwise. */
  readonly waits_for: "arms" | "other_trials" | null;
}

/** The evidence that a trial needs by itself. */
export const ENOUGH_EVIDENCE = 1 / FALSE_VERDICTS;

type Judgeable = Pick<Trial, "share" | "kind" | "margin">;

/**
 * Concludes trials that run at the same time. *Works* has to hold among all of them (e-BH). *Harms* ends a trial by
 * its own evidence: to withdraw a rule is safe, people are told, and they can bring it back. Nothing is concluded if
 * the arms do not have the sizes they should.
 */
export function concludeTrials(
  trials: readonly { readonly trial: Judgeable; readonly evidence: TrialEvidenceCounts }[],
): readonly TrialConclusion[] {
  const judged = trials.map(({ trial, evidence }) => judgeTally(evidence.tally, trial.share));
  const confirmed = confirmVerdicts(judged.map(({ e_value }) => e_value));
  return trials.map(({ trial, evidence }, index) => {
    const one = judged[index]!;
    const arms = checkArms(evidence.tasks, trial.share);
    const verdict = verdictOf(one, trial);
    const waiting = (waits_for: TrialConclusion["waits_for"]): TrialConclusion => ({
      judged: one,
      arms,
      verdict: "undecided",
      waits_for,
    });
    if (verdict === "undecided") return waiting(null);
    if (!arms.ok) return waiting("arms");
    if (verdict === "works" && !confirmed[index]!) return waiting("other_trials");
    return { judged: one, arms, verdict, waits_for: null };
  });
}

/**
 * A withdrawal asks less than an introduction: the rule is needless as soon as the mistake cannot rise by more than
 * the margin without it.
 */
function verdictOf({ verdict, reduction }: JudgedTrial, { kind, margin }: Judgeable): TrialVerdict {
  if (kind === "introduction" || margin === null || verdict === "harms") return verdict;
  if (reduction.high <= mostReduction(margin)) return "makes no difference";
  return verdict === "works" ? "works" : "undecided";
}

/** The reduction by a rule whose absence lets the mistake rise by this margin. */
export const mostReduction = (margin: number): number => margin / (1 + margin);
