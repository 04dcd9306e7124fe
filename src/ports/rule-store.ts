import type { Page } from "../core/page.ts";
import type { Injection } from "../core/rule/injection.ts";
import type { Rule, RuleStatus } from "../core/rule/rule.ts";
import type { RuleChange } from "../core/rule/rule-command.ts";
import type { EvaluationChange } from "../core/evaluation/decide-evaluation.ts";
import type { EvaluationRecord, Standing } from "../core/evaluation/evaluation.ts";
import type { ReminderEnd } from "../core/reminder/reminder.ts";

/** Rules with all their versions. Every driver passes test/contract/rule-store.ts. */
export interface RuleStore {
  find(id: string): Promise<Rule | undefined>;
  /** Every rule that came from a cluster, or from one that was merged into it, newest first. */
  ofCluster(clusterId: string): Promise<readonly Rule[]>;
  /**
   * Saves a change on top of the revision it was decided on, with its audit entries and its event, in one
   * transaction. Returns false and changes nothing on a conflict, or if the set of people has changed since.
   */
  save(change: RuleChange): Promise<boolean>;
  /**
   * Restores a rule at its revision, with its event but without an audit entry. Returns false and changes nothing
   * if the id is taken.
   */
  restore(rule: Rule): Promise<boolean>;
  /** The last changed first; `after` is the `next` of the previous page. */
  list(query: RuleQuery): Promise<Page<Rule>>;
  /** Rules in force, or those for one agent, oldest first; at most 5,000. */
  inForce(agent?: string): Promise<readonly Rule[]>;
  /** Rules with a pending version, oldest first; at most 5,000. */
  pending(): Promise<readonly Rule[]>;
  /** A second injection for the same run and agent replaces the first, except for a model that it does not name. */
  recordInjection(injection: Injection): Promise<void>;
  findInjection(run: string, agent: string): Promise<Injection | undefined>;
  /**
   * Runs per agent and UTC day, and how many of them contained a rule: every day with a run that overlaps the time
   * from `from` up to but excluding `to`.
   */
  runs(query: RunQuery): Promise<readonly RunDay[]>;
}

export interface RuleQuery {
  readonly status?: readonly RuleStatus[];
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

export interface RunQuery {
  /** All agents when left out. */
  readonly agent?: string;
  readonly rule?: string;
  readonly from: string;
  readonly to: string;
}

export interface RunDay {
  readonly day: string;
  readonly agent: string;
  readonly runs: number;
  /** 0 if no rule was asked for. */
  readonly with_rule: number;
}

/** The class of each piece of feedback. Every driver passes test/contract/evaluation-store.ts. */
export interface EvaluationStore {
  find(feedbackId: string): Promise<EvaluationRecord | undefined>;
  /** The existing ones by feedback id. */
  findAll(feedbackIds: readonly string[]): Promise<ReadonlyMap<string, EvaluationRecord>>;
  /**
   * Saves a change on top of the revision it was decided on, with its event and the audit entries of people's
   * decisions, in one transaction. Returns false and changes nothing on a conflict.
   */
  save(change: EvaluationChange): Promise<boolean>;
  /**
   * Restores an evaluation at its revision, with its event but without an audit entry. Returns false and changes
   * nothing if the feedback already has one.
   */
  restore(record: EvaluationRecord): Promise<boolean>;
  /** Most recently evaluated first, filtered by current standing; `after` is the `next` of the previous page. */
  list(query: EvaluationQuery): Promise<Page<EvaluationRecord>>;
  /** Number of evaluations by standing. */
  counts(): Promise<Readonly<Record<Standing, number>>>;
}

export interface EvaluationQuery {
  readonly standing?: Standing;
  /** Only those that a person has (or has not) resolved. */
  readonly resolved?: boolean;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

/** Reminders that have ended. Every driver passes test/contract/reminder-store.ts. */
export interface ReminderStore {
  /** Ended reminders by feedback id; at most 2,000 ids. */
  ends(feedbackIds: readonly string[]): Promise<ReadonlyMap<string, ReminderEnd>>;
  /**
   * Ends a reminder, a dismissal together with its audit entry. Returns false and changes nothing if it has
   * already ended.
   */
  end(end: ReminderEnd): Promise<boolean>;
}
