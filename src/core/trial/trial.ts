import type { TrialForecast } from "./forecast-trial.ts";
import type { JudgedTrial, TrialVerdict } from "./judge-trial.ts";
import { assignArm, type TrialArm } from "./assign-arm.ts";

/** Raised when older readers would misread the record. */
export const TRIAL_SCHEMA = 1;

/** Whether the trial asks if a rule helps, or if a rule in force is still needed. */
export const TRIAL_KINDS = ["introduction", "withdrawal"] as const;
export type TrialKind = (typeof TRIAL_KINDS)[number];

export const TRIAL_STATES = ["running", "stopped"] as const;
export type TrialState = (typeof TRIAL_STATES)[number];

/** The smallest and the largest share of tasks that are given the rule. With less in one arm, no trial ends. */
export const LEAST_SHARE = 0.05;
export const MOST_SHARE = 0.95;
/** Trials that run at once; each prompt reads them all. */
export const MAX_RUNNING_TRIALS = 500;

/** How a trial ended. */
export interface TrialEnd {
  /** A person, or `emend`. */
  readonly by: string;
  readonly at: string;
  readonly reason: string;
  /** What the evidence said then. */
  readonly judged: JudgedTrial;
  /** The verdict that ended it; null if a person or a change of the rule did. */
  readonly verdict: TrialVerdict | null;
}

/** A rule that some tasks are given and others are not, by chance, until the evidence decides. */
export interface Trial {
  readonly schema: typeof TRIAL_SCHEMA;
  readonly id: string;
  readonly rule_id: string;
  /** The version of the rule that is tried. */
  readonly version: number;
  /** Incremented with every change. A store saves a change only over the revision that it was based on. */
  readonly revision: number;
  readonly kind: TrialKind;
  readonly state: TrialState;
  /** The share of tasks that are given the rule. */
  readonly share: number;
  /** Whoever does not know it cannot foresee an arm. Never shown. */
  readonly secret: string;
  /** Withdrawal only: the rise of the mistake that people accept for not having the rule. */
  readonly margin: number | null;
  readonly forecast: TrialForecast;
  readonly started_by: string;
  readonly started_at: string;
  readonly updated_at: string;
  readonly end: TrialEnd | null;
}

/** What assigning tasks needs to know about a running trial. */
export type TrialAssignment = Pick<Trial, "id" | "rule_id" | "version" | "share" | "secret">;

/** The arm of an agent's task in a trial. Agents that share tasks are assigned independently. */
export const armOfTask = ({ secret, share }: TrialAssignment, agent: string, task: string): TrialArm =>
  assignArm({ key: JSON.stringify([secret, agent, task]), share });

/** A rule that trials must not withhold. */
export interface TrialExemption {
  readonly rule_id: string;
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}
