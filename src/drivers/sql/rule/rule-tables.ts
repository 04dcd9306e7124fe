import type { Generated } from "kysely";

/** A rule with all its versions. The columns besides `document` are for lookups and repeat parts of it. */
interface RuleTable {
  readonly seq: Generated<number>;
  readonly id: string;
  /** For optimistic locking: a save names the revision it is based on. */
  readonly revision: number;
  readonly status: string;
  /** Empty if a person wrote the rule without a cluster. The two times below are empty if there is none. */
  readonly cluster_id: string;
  readonly in_force_since: string;
  readonly pending_since: string;
  readonly updated_at: string;
  readonly document: string;
}

/** Agents of each rule in force. An empty name stands for all agents. */
interface RuleAgentTable {
  readonly agent: string;
  readonly in_force_since: string;
  readonly seq: number;
}

interface InjectionTable {
  readonly run: string;
  readonly agent: string;
  /** 1 on first write, which lets one statement tell an insert from a replacement. */
  readonly revision: number;
  readonly document: string;
  readonly time: string;
}

/** Days have the form `2026-01-31`. */
interface RunDayTable {
  readonly agent: string;
  readonly day: string;
  readonly runs: number;
}

/** Runs whose prompt contained a rule. */
interface RuleRunDayTable {
  readonly rule_id: string;
  readonly day: string;
  readonly agent: string;
  readonly runs: number;
}

/** Runs whose model is known. */
interface RunModelDayTable extends RunDayTable {
  readonly model: string;
}

interface RuleRunModelDayTable extends RuleRunDayTable {
  readonly model: string;
}

interface CommitRunTable {
  readonly commit_id: string;
  readonly run: string;
  readonly agent: string;
  readonly time: string;
  readonly document: string;
}

/** The settings that prompts were made with, whenever they changed. */
interface PromptSettingsTable {
  readonly seq: Generated<number>;
  readonly time: string;
  readonly document: string;
}

export interface RuleTables {
  readonly rule: RuleTable;
  readonly rule_agent: RuleAgentTable;
  readonly injection: InjectionTable;
  readonly run_day: RunDayTable;
  readonly rule_run_day: RuleRunDayTable;
  readonly run_model_day: RunModelDayTable;
  readonly rule_run_model_day: RuleRunModelDayTable;
  readonly commit_run: CommitRunTable;
  readonly prompt_settings: PromptSettingsTable;
}
