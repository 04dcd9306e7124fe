import type { Generated } from "kysely";

/** A rule with all its versions. The columns beside `document` are what is looked up, and repeat what it says. */
interface RuleTable {
  readonly seq: Generated<number>;
  readonly id: string;
  /** Whoever saves says over which one; another one means that somebody came first. */
  readonly revision: number;
  readonly status: string;
  /** Empty where a person wrote it without any; as the two times below where there is none. */
  readonly cluster_id: string;
  readonly in_force_since: string;
  readonly pending_since: string;
  readonly updated_at: string;
  readonly document: string;
}

/** The agents of each rule in force; the empty name stands for all of them. */
interface RuleAgentTable {
  readonly agent: string;
  readonly in_force_since: string;
  readonly seq: number;
}

interface InjectionTable {
  readonly run: string;
  readonly agent: string;
  /** 1 when it was first written, so that one statement tells what is new from what is replaced. */
  readonly revision: number;
  readonly document: string;
}

/** Days are written `2026-01-31`. */
interface RunDayTable {
  readonly agent: string;
  readonly day: string;
  readonly runs: number;
}

/** Runs whose prompt held a rule. */
interface RuleRunDayTable {
  readonly rule_id: string;
  readonly day: string;
  readonly agent: string;
  readonly runs: number;
}

export interface RuleTables {
  readonly rule: RuleTable;
  readonly rule_agent: RuleAgentTable;
  readonly injection: InjectionTable;
  readonly run_day: RunDayTable;
  readonly rule_run_day: RuleRunDayTable;
}
