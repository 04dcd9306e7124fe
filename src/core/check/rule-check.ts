import type { RuleActor } from "../feedback/feedback.ts";
import { hash64 } from "../hash.ts";
import type { Approval, ReasonedAct } from "../rule/rule.ts";
import type { Check } from "./check.ts";

/** Raised when older readers would misread the record. */
export const CHECK_SCHEMA = 1;

export const MAX_CHECK_VERSIONS = 100;
/** The examples that a version keeps, as its tests and to show agents. */
export const MAX_CHECK_EXAMPLES = 10;

export const CHECK_STATES = [
  /** Nobody has put it to use yet. */
  "drafted",
  /** It reports and counts, and nobody is stopped. */
  "watching",
  /** The hook tells the agent right after the edit. */
  "nudging",
  /** The hook refuses, and CI fails. */
  "blocking",
  "retired",
] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** A state in which a check runs. */
export type RunningState = Exclude<CheckState, "drafted" | "retired">;

/** One correction that a check was made from or tried on. */
export interface CheckExample {
  readonly before: string;
  readonly after: string;
  /** The id of the past correction; absent for an example that a person gave. */
  readonly correction?: string;
  /** False if the check does not find `before`. */
  readonly isHit: boolean;
}

/** How often a check hit code that it should leave alone, out of how much was tried. */
export interface TriedOn {
  readonly tried: number;
  readonly hit: number;
}

/** What a check was tried on before it was offered. */
export interface CheckTrial {
  /** Its own corrections: what they changed, and what they made of it. */
  readonly before: TriedOn;
  readonly after: TriedOn;
  /** Work that people accepted. */
  readonly accepted: TriedOn;
  /** Both sides of corrections that belong to other rules. */
  readonly others: TriedOn;
  /** The repository at hand; null if there was none. */
  readonly tree: { readonly files: number; readonly lines: number; readonly hits: number } | null;
}

/** One form of a check, which never changes, and who approved it. */
export interface CheckVersion {
  /** Numbered from 1 without gaps. */
  readonly version: number;
  readonly check: Check;
  readonly examples: readonly CheckExample[];
  readonly trial: CheckTrial;
  readonly note: string | null;
  readonly proposed_by: RuleActor;
  readonly proposed_at: string;
  /** By different people, in order. */
  readonly approvals: readonly Approval[];
  /** How many approvals were required when the last one needed came; null until then. */
  readonly quorum: number | null;
}

/** A rule's check with all its versions: at most one of them runs, and at most one waits for a decision. */
export interface RuleCheck {
  readonly schema: typeof CHECK_SCHEMA;
  readonly id: string;
  readonly rule_id: string;
  /** Incremented with every change. A store saves a change only over the revision that it was based on. */
  readonly revision: number;
  readonly state: CheckState;
  /** Oldest first; never empty. */
  readonly versions: readonly CheckVersion[];
  /** The version that runs; null if the state is `drafted` or `retired`. */
  readonly running: number | null;
  /** The version that waits for a decision. */
  readonly pending: number | null;
  /** Who brought it to its state, and why. */
  readonly last_move: ReasonedAct;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Checks of one rule differ in what they read: a language, words, or a linter. */
export const checkId = (ruleId: string, check: Check): string => {
  const key = `check ${ruleId} ${check.kind === "structure" ? check.language : check.kind}`;
  return `ck_${hash64(key)}${hash64(`#${key}`)}`;
};

export const CHECK_ID = /^ck_[0-9a-f]{32}$/;

export const checkVersion = (check: RuleCheck, version: number | null): CheckVersion | undefined =>
  version === null ? undefined : check.versions[version - 1];

/** The version that runs, else the one that waits, else the last. */
export const presentCheckVersion = (check: RuleCheck): CheckVersion =>
  checkVersion(check, check.running ?? check.pending) ?? check.versions.at(-1)!;

/** The version that waits for a decision, else the one that runs, else the last. */
export const openCheckVersion = (check: RuleCheck): CheckVersion =>
  checkVersion(check, check.pending ?? check.running) ?? check.versions.at(-1)!;

export const isRunning = (check: RuleCheck): boolean => check.running !== null;
