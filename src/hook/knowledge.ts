import type { ActiveCheck } from "../core/check/active-check.ts";
import type { AgentModel } from "../core/feedback/agent-model.ts";
import type { ReminderPlace } from "../core/reminder/reminder.ts";
import type { RuleType } from "../core/rule/rule.ts";

export interface HookRule {
  readonly rule_id: string;
  /** 0 if an older server does not name it. */
  readonly version: number;
  readonly type: RuleType;
  readonly text: string;
  /** Globs of the files it applies to; empty for all. */
  readonly paths: readonly string[];
}

export interface KnownMistake {
  /** The feedback that is quoted. */
  readonly feedback_id: string;
  readonly words: string;
  readonly count: number;
  readonly here: string;
  readonly last: string;
  readonly remedy?: { readonly from: string; readonly text: string };
}

export interface KnownReminder {
  readonly feedback_id: string;
  readonly words: string;
  readonly by: string;
  readonly said_at: string;
  readonly path?: string;
  readonly here: ReminderPlace;
}

interface RulesQuery extends AgentModel {
  readonly agent: string;
  /** The run that the injection is recorded for; without one nothing is recorded. */
  readonly run?: string;
  /** Names the work without recording anything. */
  readonly task?: string;
  readonly files: readonly string[];
}

/** What the hook can look up, in a local store or on a server. */
export interface Knowledge {
  rules(query: RulesQuery): Promise<readonly HookRule[]>;
  mistakes(query: {
    readonly agent: string;
    readonly files: readonly string[];
  }): Promise<readonly KnownMistake[]>;
  /** Corrections that are not rules yet, the closest first. */
  reminders(query: {
    readonly agent: string;
    readonly files: readonly string[];
    /** What the work is about. */
    readonly about: string;
  }): Promise<readonly KnownReminder[]>;
  /** The checks that run over this agent's work. */
  checks(query: { readonly agent: string }): Promise<readonly ActiveCheck[]>;
  close(): Promise<void>;
}
