import { hash64 } from "../hash.ts";

/** What becomes of a rule in a task of a trial. */
export const TRIAL_ARMS = ["given", "withheld"] as const;
export type TrialArm = (typeof TRIAL_ARMS)[number];

export interface ArmQuestion {
  /** The trial, its secret, the agent and the task: whoever does not know the secret cannot foresee an arm. */
  readonly key: string;
  /** The share of tasks that are given the rule, between 0 and 1. */
  readonly share: number;
}

/** The arm of a task. The same key has the same arm on every machine, so that retries of a task stay together. */
export function assignArm({ key, share }: ArmQuestion): TrialArm {
  if (!(share > 0 && share < 1)) throw new RangeError("expected a share between 0 and 1");
  // 52 bits of a hash that spreads keys evenly.
  const position = Number.parseInt(hash64(key).slice(0, 13), 16) / 2 ** 52;
  return position < share ? "given" : "withheld";
}
