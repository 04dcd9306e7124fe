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
   * Saves a change over the revision that it was decided on, with its acts in the audit log and its event, in one
   * step. Answers false, and changes nothing, where another change came first, or where the people are no longer those
   * that it was decided with.
   */
  save(change: RuleChange): Promise<boolean>;
  /**
   * Puts a rule back as it was, at its revision, with its event and without an act: nobody decided anything now.
   * Answers false, and changes nothing, where there is a rule of that id.
   */
  restore(rule: Rule): Promise<boolean>;
  /** The last changed first; `after` is the `next` of the previous page. */
  list(query: RuleQuery): Promise<RulePage>;
  /** All that are in force, also for one agent alone, the oldest in force first; at most 5,000. */
  inForce(agent?: string): Promise<readonly Rule[]>;
  /** All with a version that waits for approval, the oldest first; at most 5,000. */
  pending(): Promise<readonly Rule[]>;
  /** The same run and agent again replaces what was written. */
  recordInjection(injection: Injection): Promise<void>;
  findInjection(run: string, agent: string): Promise<Injection | undefined>;
  /**
   * Runs per agent and UTC day, and in how many of them a rule was injected: every day that the time from `from` up to
   * and without `to` touches, and on which there was a run.
   */
  runs(query: RunQuery): Promise<readonly RunDay[]>;
}

export interface RuleQuery {
  readonly status?: readonly RuleStatus[];
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

export interface RulePage {
  readonly items: readonly Rule[];
  readonly next?: string;
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
  /** 0 where no rule was asked for. */
  readonly with_rule: number;
}

/** The class of each piece of feedback. Every driver passes test/contract/evaluation-store.ts. */
export interface EvaluationStore {
  find(feedbackId: string): Promise<EvaluationRecord | undefined>;
  /** Those that are there, by the id of their feedback. */
  findAll(feedbackIds: readonly string[]): Promise<ReadonlyMap<string, EvaluationRecord>>;
  /**
   * Saves a change over the revision that it was decided on, with its event; the acts of people go into the audit
   * log in the same step. Answers false, and changes nothing, where another change came first.
   */
  save(change: EvaluationChange): Promise<boolean>;
  /**
   * Puts an evaluation back as it was, at its revision, with its event and without an act. Answers false, and changes
   * nothing, where the feedback has one.
   */
  restore(record: EvaluationRecord): Promise<boolean>;
  /** The last evaluated first, by what the feedback counts as now; `after` is the `next` of the previous page. */
  list(query: EvaluationQuery): Promise<EvaluationPage>;
  /** How many count as what. */
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

export interface EvaluationPage {
  readonly items: readonly EvaluationRecord[];
  readonly next?: string;
}

/** Which corrections are no longer told. Every driver passes test/contract/reminder-store.ts. */
export interface ReminderStore {
  /** The ends of those that have one, by the id of the feedback; at most 2,000 are asked for. */
  ends(feedbackIds: readonly string[]): Promise<ReadonlyMap<string, ReminderEnd>>;
  /**
   * Ends a reminder; a dismissal with its act in the audit log, in one step. Answers false, and changes nothing, where it
   * has ended already.
   */
  end(end: ReminderEnd): Promise<boolean>;
}
