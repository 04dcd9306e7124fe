import type { ReminderPlace } from "../core/reminder/reminder.ts";
import type { RuleType } from "../core/rule/rule.ts";

export interface KnownRule {
  readonly rule_id: string;
  readonly type: RuleType;
  readonly text: string;
  /** Globs of the files that it is for; empty for all. */
  readonly paths: readonly string[];
}

export interface KnownMistake {
  /** Of the feedback whose words these are. */
  readonly feedback_id: string;
  readonly words: string;
  readonly count: number;
  readonly here: string;
  /** When it was last said. */
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

interface RulesQuestion {
  readonly agent: string;
  /** What the injection is written down under; nothing is where it is left out. */
  readonly run?: string;
  readonly files: readonly string[];
}

/** What the hook may ask: a store of this machine, or a server. */
export interface Knowledge {
  rules(question: RulesQuestion): Promise<readonly KnownRule[]>;
  mistakes(question: {
    readonly agent: string;
    readonly files: readonly string[];
  }): Promise<readonly KnownMistake[]>;
  /** Corrections that are no rules yet, the nearest first. */
  reminders(question: {
    readonly agent: string;
    readonly files: readonly string[];
    /** What the work is about. */
    readonly about: string;
  }): Promise<readonly KnownReminder[]>;
  /** Ends what was opened to answer. */
  close(): Promise<void>;
}
