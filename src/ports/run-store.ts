import type { AgentModel } from "../core/feedback/agent-model.ts";
import type { Injection } from "../core/rule/injection.ts";
import type { UsedSettings } from "../core/rule/prompt-settings.ts";
import type { CommitRun } from "../core/why/commit-run.ts";
import type { RunDay, RunQuery } from "./rule-store.ts";

/** What agents were given in their runs, with which models, and what they committed. Every driver passes test/contract/run-store.ts. */
export interface RunStore {
  /** Adds a run's model to its injection. Returns false if there is no injection or nothing changes. */
  recordModel(model: AgentModel & { readonly run: string; readonly agent: string }): Promise<boolean>;
  /** Newest first. */
  injections(query: InjectionQuery): Promise<readonly Injection[]>;
  /** The runs of `RuleStore.runs` whose model is known, by model. */
  modelDays(query: RunQuery): Promise<readonly ModelDay[]>;
  /** In how many runs each rule was in the prompt, on the days that overlap the time. Rules in none are left out. */
  uses(span: { readonly from: string; readonly to: string }): Promise<ReadonlyMap<string, number>>;
  /** A second record for the same commit, run and agent replaces the first. */
  recordCommit(commit: CommitRun): Promise<void>;
  /** By a commit's id or the start of it, newest first; at most 100. */
  ofCommit(commit: string): Promise<readonly CommitRun[]>;
  /** Keeps the settings of a prompt, unless the latest ones before it are the same. Recording an injection does it too. */
  noteSettings(settings: UsedSettings): Promise<void>;
  /** The settings of prompts whenever they changed, oldest first; the newest 1,000. */
  settings(): Promise<readonly UsedSettings[]>;
}

export interface InjectionQuery {
  readonly agent?: string;
  readonly run?: string;
  /** Both included. */
  readonly from?: string;
  readonly until?: string;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
}

export interface ModelDay extends RunDay {
  readonly model: string;
}
