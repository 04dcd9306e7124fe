import type { AgentModel } from "../feedback/agent-model.ts";
import type { Outcome } from "../feedback/feedback.ts";
import type { CheckState } from "../check/rule-check.ts";
import type { Withheld } from "../rule/injection.ts";
import type { RuleStatus } from "../rule/rule.ts";
import type { SignedRule } from "./prompt-change.ts";

/**
 * How it is known which run made a commit: the store recorded it, a git note claims it, or a run of that time probably did.
 */
export const CERTAINTIES = ["recorded", "noted", "probable"] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** Something that somebody said. */
export interface SaidWords {
  readonly feedback_id: string;
  readonly words: string;
  readonly by: string;
  readonly time: string;
}

/** A rule that an agent had, in the version that it had. */
export interface GivenRule extends SignedRule {
  /** In the prompt of the run, or for the files at hand. */
  readonly given: "prompt" | "files";
  /** Present if a trial gave it. */
  readonly trial: { readonly id: string; readonly share: number } | null;
  readonly in_force_since: string | null;
  /** The first corrections that it came from. */
  readonly corrections: readonly SaidWords[];
  /** What the rule is today, and in which version. */
  readonly now: { readonly status: RuleStatus; readonly version: number | null };
}

export type WithheldRule = Withheld & { readonly text: string };

/** A check that ran at the time. */
export interface CheckThen {
  readonly check_id: string;
  readonly rule_id: string;
  readonly version: number | null;
  /** `unknown` if the audit log no longer says. */
  readonly state: CheckState | "unknown";
  readonly approved_by: readonly string[];
}

export interface LaterFeedback extends SaidWords {
  readonly outcome: Outcome | null;
}

/** A mistake that a given rule is about, and that the agent made again after the commit. */
export interface LaterRecurrence {
  readonly rule_id: string;
  readonly feedback_id: string;
  readonly time: string;
}

/** What an agent had when it made a commit, and what became of its work. */
export interface RunStory extends AgentModel {
  readonly run: string;
  readonly agent: string;
  readonly time: string;
  readonly task: string | null;
  readonly certainty: Certainty;
  /** Whether Emend recorded what was in the prompt of the run. */
  readonly prompt_recorded: boolean;
  readonly rules: readonly GivenRule[];
  readonly withheld: readonly WithheldRule[];
  readonly withheld_more: number;
  readonly reminders: readonly SaidWords[];
  readonly checks: readonly CheckThen[];
  readonly feedback: readonly LaterFeedback[];
  readonly recurrences: readonly LaterRecurrence[];
  /** The number of recurrences beyond those. */
  readonly recurrences_more: number;
}

export interface CommitStory {
  readonly commit: string;
  readonly runs: readonly RunStory[];
}
