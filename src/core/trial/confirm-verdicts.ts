import { FALSE_VERDICTS } from "./judge-trial.ts";

/**
 * Which of several trials stand together: the e-value of the k-th best has to reach the number of trials over k times
 * the share of false verdicts (the e-BH procedure). Of the verdicts that are confirmed, at most that share is false,
 * however the trials depend on each other.
 */
export function confirmVerdicts(eValues: readonly number[]): readonly boolean[] {
  const sorted = eValues.toSorted((a, b) => b - a);
  let least = Infinity;
  for (const [index, value] of sorted.entries())
    if (value >= sorted.length / (FALSE_VERDICTS * (index + 1))) least = value;
  return eValues.map((value) => value >= least);
}
