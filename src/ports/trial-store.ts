import type { Page } from "../core/page.ts";
import type { ExemptionChange, TrialChange } from "../core/trial/decide-trial.ts";
import type { TrialArm } from "../core/trial/assign-arm.ts";
import type { TrialEvidenceCounts } from "../core/trial/trial-evidence.ts";
import type { Trial, TrialAssignment, TrialExemption, TrialState } from "../core/trial/trial.ts";

/**
 * Trials of rules. Tasks get their arm when an injection is recorded (`RuleStore.recordInjection`). Every driver
 * passes test/contract/trial-store.ts.
 */
export interface TrialStore {
  find(id: string): Promise<Trial | undefined>;
  /**
   * Saves a change on top of the revision it was decided on, with its audit entries and its event, in one
   * transaction. Returns false and changes nothing on a conflict, or if another trial of the rule is running.
   */
  save(change: TrialChange): Promise<boolean>;
  /** The last changed first; `after` is the `next` of the previous page. */
  list(query: TrialQuery): Promise<Page<Trial>>;
  /** Trials that run, oldest first; at most 500. */
  running(): Promise<readonly Trial[]>;
  /** The same, without what assigning tasks does not need. Every prompt asks for it. */
  assignments(): Promise<readonly TrialAssignment[]>;
  /** What is known about each trial, at a cost that does not depend on its history. */
  evidence(trialIds: readonly string[]): Promise<ReadonlyMap<string, TrialEvidenceCounts>>;
  /** The arm that a task was recorded with. */
  armOf(task: TrialTask): Promise<TrialArm | undefined>;
  /**
   * Adds a recurrence of the rule's mistake. Several in one task count once, and the same feedback counts once. A
   * stopped trial takes none.
   */
  note(recurrence: TrialRecurrenceNote): Promise<NotedRecurrence>;
  /** Those of these pieces of feedback that were noted. */
  noted(trialId: string, feedbackIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Exempts a rule, with its audit entry. Returns false if it is exempt already. */
  exempt(change: ExemptionChange): Promise<boolean>;
  /** Ends an exemption, with its audit entry. Returns false if there is none. */
  endExemption(change: ExemptionChange): Promise<boolean>;
  /** Those of these rules that are exempt. */
  exemptions(ruleIds: readonly string[]): Promise<ReadonlyMap<string, TrialExemption>>;
}

export interface TrialQuery {
  readonly state?: TrialState;
  readonly rule?: string;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

export interface TrialTask {
  readonly trial_id: string;
  readonly agent: string;
  /** The task, or the run if it has none. */
  readonly task: string;
}

export interface TrialRecurrenceNote {
  readonly trial_id: string;
  readonly feedback_id: string;
  readonly time: string;
  readonly agent: string;
  /** Null if the work named neither a task nor a run that is known. */
  readonly task: string | null;
}

/**
 * Whether it is new evidence, one more in a task that has one, known already, or from work whose arm is unknown. The
 * latter is not noted, because its run may still be recorded.
 */
export type NotedRecurrence = "counted" | "repeated" | "known" | "unassigned";
