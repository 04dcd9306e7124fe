import type { RuleActor } from "../feedback/feedback.ts";
import type { AuditAct } from "../audit/audit-entry.ts";
import type { People } from "../person/people.ts";
import {
  type FlagVerdict,
  type Rule,
  type RuleText,
  type WantedWords,
  findVersion,
  type RuleVersion,
  statusOf,
} from "./rule.ts";
import type { RulePolicy } from "../evaluation/rule-policy.ts";
import { keptReason } from "../text/bounded-text.ts";
import { fail, ok, type Result } from "../result.ts";
import type { PackOrigin } from "./pack-origin.ts";

interface By {
  readonly by: RuleActor;
}

/** The commands for a rule. `version` is the one that the caller has seen. */
export type RuleCommand =
  | (By & {
      readonly type: "propose";
      /** See `ruleId`. */
      readonly id: string;
      readonly cluster_id: string | null;
      /** With an empty text if people are asked to write it. */
      readonly rule: RuleText;
      /** Asks people to write the text. */
      readonly wants_words?: WantedWords;
      readonly evidence: readonly string[];
      readonly confidence: number | null;
      /** How it came about, for the history. */
      readonly note?: string;
      /** The rule pack that it comes from. */
      readonly pack?: PackOrigin;
    })
  | (By & { readonly type: "approve"; readonly version: number })
  | (By & { readonly type: "reject"; readonly version: number; readonly reason: string })
  | (By & {
      readonly type: "modify";
      readonly version: number;
      readonly rule: RuleText;
      readonly reason?: string;
      /** The rule pack whose words these are. */
      readonly pack?: PackOrigin;
    })
  /** Postpones the expiry of an undecided proposal. */
  | (By & { readonly type: "defer"; readonly version: number; readonly reason: string })
  | (By & { readonly type: "expire"; readonly version: number })
  /** With `trial`, the verdict of that trial: people agreed to it when they started the trial. */
  | (By & { readonly type: "retire"; readonly reason: string; readonly trial?: string })
  /** Proposes the text of an earlier version again. */
  | (By & { readonly type: "roll_back"; readonly to: number; readonly reason: string })
  | (By & {
      readonly type: "flag";
      readonly version: number;
      readonly verdict: FlagVerdict;
      readonly reduction: number | null;
      readonly reason: string;
      /** The trial that found it; its evidence needs no number of days. */
      readonly trial?: string;
    })
  /** Keeps a flagged rule. Its effect is measured from now on. */
  | (By & { readonly type: "keep"; readonly reason: string });

export type RuleProblemCode =
  | "rule_not_found"
  | "invalid_rule"
  | "not_a_person"
  | "not_trusted"
  | "reason_required"
  | "stale_version"
  | "nothing_pending"
  | "not_in_force"
  | "already_proposed"
  | "already_active"
  | "no_new_evidence"
  | "already_approved_by_you"
  | "issued_by_approver"
  | "login_erased"
  | "may_have_decided"
  | "proposer_alone"
  | "quorum_of_others_needed"
  | "needs_words"
  | "expired"
  | "not_expired_yet"
  | "deferred_too_often"
  | "nothing_changed"
  | "no_such_version"
  | "never_in_force"
  | "too_early"
  | "already_flagged"
  | "not_flagged"
  | "too_many_versions";

/** Why a command was refused; the message says what to do. */
export interface RuleProblem {
  readonly code: RuleProblemCode;
  readonly message: string;
}

export interface RuleContext {
  /** UTC to the millisecond. */
  readonly now: string;
  readonly policy: RulePolicy;
  /** Which logins belong to one person. Without it only names are compared. */
  readonly people?: People;
}

/** A rule after a command, and the entries for the audit log. */
export interface RuleChange {
  readonly state: Rule;
  readonly acts: readonly AuditAct[];
  /** The revision of the people data that it was decided with. The change is saved only while that is current. */
  readonly people?: number;
}

export type CommandOf<T extends RuleCommand["type"]> = Extract<RuleCommand, { type: T }>;
export type RuleCommandResult = Result<RuleChange, RuleProblem>;

export const refuse = (code: RuleProblemCode, message: string): Result<never, RuleProblem> =>
  fail({ code, message });

type Note = readonly [action: string, detail: Readonly<Record<string, unknown>>];

/** Replaces some fields of the rule, increments its revision, and adds an audit act for each event. */
export function change(
  rule: Rule,
  by: RuleActor,
  now: string,
  parts: Partial<
    Pick<
      Rule,
      "versions" | "in_force" | "pending" | "in_force_since" | "measured_from" | "flag" | "last_answer"
    >
  >,
  notes: readonly Note[],
): RuleCommandResult {
  const next = { ...rule, ...parts, revision: rule.revision + 1, updated_at: now };
  const state: Rule = { ...next, status: statusOf(next) };
  return ok({ state, acts: actsOf(state, by, notes) });
}

export const actsOf = (rule: Rule, by: RuleActor, notes: readonly Note[]): readonly AuditAct[] =>
  notes.map(([action, detail]) => ({
    actor: by.id,
    action,
    subject: rule.id,
    detail: { revision: rule.revision, ...detail },
  }));

export const withVersion = (rule: Rule, changed: RuleVersion): readonly RuleVersion[] =>
  rule.versions.map((version) => (version.version === changed.version ? changed : version));

/** The sanitised reason, or undefined if it is empty. */
export const statedReason = (text: string): string | undefined => keptReason(text) || undefined;

export const needsPerson = (by: RuleActor): Result<never, RuleProblem> | undefined =>
  by.trust === "person"
    ? undefined
    : refuse("not_a_person", "only a person can decide about rules; log in as one");

/** Nobody can approve a text that does not exist. */
export const needsWords = (): Result<never, RuleProblem> =>
  refuse(
    "needs_words",
    "this rule has no text yet, so there is nothing to approve; write its text, or reject the proposal",
  );

/** The pending version, if it is the one that the caller has seen. */
export function pendingVersion(rule: Rule, seen: number): Result<RuleVersion, RuleProblem> {
  const pending = findVersion(rule, rule.pending);
  if (pending === undefined) {
    return rule.in_force === seen
      ? refuse("already_active", `version ${seen} is already in force; there is nothing to decide`)
      : refuse("nothing_pending", "no version of this rule is pending; propose or modify it first");
  }
  if (pending.version !== seen) {
    return refuse(
      "stale_version",
      `version ${pending.version} is pending, not ${seen}; read it and decide about that one`,
    );
  }
  return ok(pending);
}
