import type { Injection } from "../core/rule/injection.ts";
import type { Rule, RuleStatus } from "../core/rule/rule.ts";
import type { RuleChange } from "../core/rule/rule-command.ts";

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
