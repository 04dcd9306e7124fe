import { keptReason } from "../../text/kept-reason.ts";
import type { AuditAct } from "../../audit/audit-entry.ts";
import { fail, ok, type Result } from "../../result.ts";
import { findVersion, type Rule, type RuleActor, type RuleVersion, statusOf } from "../rule.ts";
import type { RuleChange, RuleCommand, RuleProblem, RuleProblemCode } from "../rule-command.ts";

export type CommandOf<T extends RuleCommand["type"]> = Extract<RuleCommand, { type: T }>;
export type Decided = Result<RuleChange, RuleProblem>;

export const refuse = (code: RuleProblemCode, message: string): Result<never, RuleProblem> =>
  fail({ code, message });

type Note = readonly [action: string, detail: Readonly<Record<string, unknown>>];

/** The rule with some parts replaced, one revision on, and one act for each thing that happened. */
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
): Decided {
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

/** The words of a reason, fit to be kept; undefined where nothing is said. */
export const statedReason = (text: string): string | undefined => keptReason(text) || undefined;

export const needsPerson = (by: RuleActor): Result<never, RuleProblem> | undefined =>
  by.trust === "person"
    ? undefined
    : refuse("not_a_person", "only a person may decide about rules; sign in as one");

/** Nobody can agree to words that are not there. */
export const needsWords = (): Result<never, RuleProblem> =>
  refuse(
    "needs_words",
    "nobody has written this rule yet, so there is nothing to approve; write its text, or reject the proposal",
  );

/** The version that awaits approval, if it is the one that the asker has seen. */
export function pendingVersion(rule: Rule, seen: number): Result<RuleVersion, RuleProblem> {
  const pending = findVersion(rule, rule.pending);
  if (pending === undefined) {
    return rule.in_force === seen
      ? refuse("already_active", `version ${seen} is in force already; nothing is left to decide`)
      : refuse("nothing_pending", "no version of this rule awaits a decision; propose or modify it first");
  }
  if (pending.version !== seen) {
    return refuse(
      "stale_version",
      `version ${pending.version} awaits a decision, not ${seen}; read it and decide on that one`,
    );
  }
  return ok(pending);
}
