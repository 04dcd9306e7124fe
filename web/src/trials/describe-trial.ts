import { formatCount, plural } from "../lib/format.ts";
import type { Trial } from "./trial-queries.ts";

const percent = (share: number): string => `${Math.round(share * 100)}\u202f%`;

/** A reduction as a change of how often the mistake comes back: `−60 %`, `+20 %`. */
export const changeText = (reduction: number): string => {
  const rounded = Math.round(-reduction * 100);
  const sign = rounded === 0 ? "" : rounded < 0 ? "−" : "+";
  return `${sign}${formatCount(Math.abs(rounded))}\u202f%`;
};

export const intervalText = ({ low, high }: Pick<Trial["reduction"], "low" | "high">): string =>
  low === null ? `${changeText(high)} or more` : `${changeText(high)} to ${changeText(low)}`;

export const recurrencesOf = ({ recurrences: { given, withheld } }: Trial): number => given + withheld;

export const questionOf = ({ kind }: Pick<Trial, "kind">): string =>
  kind === "withdrawal" ? "Is the rule still needed?" : "Does the rule help?";

/** One or two words for a list. */
export function standingOf({ state, verdict, kind, end }: Trial): string {
  if (state === "running") return "Running";
  if (end?.verdict === null || verdict === "undecided") return "No verdict";
  if (verdict === "works") return kind === "withdrawal" ? "Still needed" : "Works";
  if (verdict === "harms") return "Harms";
  return kind === "withdrawal" ? "Not needed" : "Makes no difference";
}

/** What the evidence says, in a sentence or two. */
export function describeTrial(trial: Trial): string {
  const { state, end, verdict, waits_for, kind, margin } = trial;
  if (state === "stopped" && (end === null || end.verdict === null))
    return end === null ? "Stopped." : `Stopped without a verdict by ${end.by}: ${end.reason}`;
  if (state === "running") {
    if (waits_for === "arms")
      return "The arms do not have the sizes they should, so there is no verdict. Tasks are lost in one of them: check that both report their runs.";
    if (waits_for === "other_trials")
      return "The evidence is clear for this trial alone. Several trials are running, so each needs a little more to keep false verdicts rare.";
    return recurrencesOf(trial) === 0
      ? "The mistake has not come back in a task of this trial yet."
      : "Too early to say. The trial ends by itself as soon as the evidence is clear.";
  }
  if (verdict === "works")
    return kind === "withdrawal"
      ? "The rule is still needed: without it, the mistake comes back more often. It is given to every task again."
      : "The rule works: the mistake comes back less often with it. It is given to every task from now on.";
  if (verdict === "harms") return "The rule makes its mistake more frequent. Emend retired it at once.";
  return kind === "withdrawal" && margin !== null
    ? `The rule is no longer needed: without it, the mistake rises by at most ${percent(margin)}.`
    : "The rule makes no difference: the change is within a quarter in both directions.";
}

/** What was expected when the trial started. Says plainly if the mistake is too rare. */
export function describeForecast({ forecast, kind }: Pick<Trial, "forecast" | "kind">): string {
  const { recurrences, tasks, days, is_too_rare } = forecast;
  if (tasks === null || days === null)
    return "The mistake did not happen in a recorded run in the four weeks before, so nobody knows how long a verdict takes.";
  const length = `${plural(recurrences, "recurrence")}, which is about ${formatCount(tasks)} tasks or ${formatCount(days)} days at the rate before the trial`;
  if (is_too_rare)
    return `The mistake is too rare for a verdict in reasonable time: it needs about ${length}. Rely on the comparison before and after instead.`;
  return kind === "withdrawal"
    ? `A verdict needs about ${length}, if the rule still prevents half of them. To show that it is needless takes longer.`
    : `A verdict needs about ${length}, if the rule prevents half of them. The smaller its effect, the longer it takes.`;
}

const DAY_MS = 86_400_000;
/** With fewer, the pace is chance. */
const LEAST = 5;

/** How long it takes at the pace so far; undefined if the trial has ended or nobody can know. */
export function describePace(trial: Trial, now: number): string | undefined {
  if (trial.state !== "running") return undefined;
  const count = recurrencesOf(trial);
  const days = (now - Date.parse(trial.started_at)) / DAY_MS;
  if (count < LEAST || days < 1) return undefined;
  const left = trial.forecast.recurrences - count;
  if (left <= 0)
    return "There are more recurrences than forecast and still no verdict, so the rule prevents less than half of them. Small effects take several times as many.";
  return `At the pace so far, about ${plural(Math.ceil(left / (count / days)), "more day")}.`;
}

export const formatEvidence = (value: number): string =>
  value >= 10_000
    ? "over 10,000"
    : value >= 10
      ? formatCount(Math.round(value))
      : value.toFixed(value < 1 ? 2 : 1);

/** `5.8 of 20`, or `287, 20 needed`. */
export const strengthText = ({ e_value, threshold }: Pick<Trial, "e_value" | "threshold">): string =>
  e_value < threshold
    ? `${formatEvidence(e_value)} of ${threshold}`
    : `${formatEvidence(e_value)}, ${threshold} needed`;
