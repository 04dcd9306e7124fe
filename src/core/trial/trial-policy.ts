import { LEAST_SHARE, MOST_SHARE } from "./trial.ts";

/** Settings for trials. */
export interface TrialPolicy {
  /** The share of tasks that are given the rule. */
  readonly share: number;
  /** How much a mistake may rise when a rule is withdrawn. */
  readonly margin: number;
  /** Whether Emend retires a rule that makes no difference by itself. Otherwise it flags the rule, and people decide. */
  readonly retire: boolean;
}

export const DEFAULT_TRIAL_POLICY: TrialPolicy = { share: 0.5, margin: 0.25, retire: false };

/** The range of each number, and whether it is an integer. */
export const TRIAL_POLICY_RANGES = {
  share: [LEAST_SHARE, MOST_SHARE, false],
  margin: [0.05, 1, false],
} as const satisfies Readonly<Record<string, readonly [number, number, boolean]>>;
