import { daysAfter } from "../../time/days-after.ts";
import type { Rule, RuleVersion } from "../rule.ts";
import type { RuleContext } from "../rule-command.ts";
import {
  change,
  type CommandOf,
  type Decided,
  needsPerson,
  pendingVersion,
  refuse,
  statedReason,
  withVersion,
} from "./change-rule.ts";

/** One person's reasoned no ends a proposal; what is in force stays so. */
export function reject(rule: Rule, command: CommandOf<"reject">, { now }: RuleContext): Decided {
  const { by, version } = command;
  const wrong = needsPerson(by);
  if (wrong !== undefined) return wrong;
  const reason = statedReason(command.reason);
  // The next proposer learns from the reason; a bare no would be proposed again.
  if (reason === undefined) return refuse("reason_required", "say why, for whoever proposes it next");
  const found = pendingVersion(rule, version);
  if (!found.ok) return found;
  const rejection = { by: by.id, at: now, reason };
  const rejected: RuleVersion = { ...found.value, status: "rejected", decided_at: now, rejection };
  const last_answer = { ...rejection, version, status: "rejected" } as const;
  return change(rule, by, now, { versions: withVersion(rule, rejected), pending: null, last_answer }, [
    ["rule.rejected", { version, reason }],
  ]);
}

/** Lets a proposal wait one more term; its approvals stay. */
export function defer(rule: Rule, command: CommandOf<"defer">, { now, policy }: RuleContext): Decided {
  const { by, version } = command;
  const wrong = needsPerson(by);
  if (wrong !== undefined) return wrong;
  const found = pendingVersion(rule, version);
  if (!found.ok) return found;
  const pending = found.value;
  if (now >= pending.expires_at) {
    return refuse("expired", `the proposal expired at ${pending.expires_at}; propose it again`);
  }
  if (pending.deferrals.length >= policy.deferrals) {
    return refuse(
      "deferred_too_often",
      `it was put off ${pending.deferrals.length} times; approve it, modify it or reject it`,
    );
  }
  const later = daysAfter(now, policy.proposalExpiryDays);
  const until = later > pending.expires_at ? later : pending.expires_at;
  const reason = statedReason(command.reason) ?? "";
  const deferred: RuleVersion = {
    ...pending,
    expires_at: until,
    deferrals: [...pending.deferrals, { by: by.id, at: now, reason, until }],
  };
  return change(rule, by, now, { versions: withVersion(rule, deferred) }, [
    ["rule.deferred", { version, until, reason }],
  ]);
}

/** Ends a proposal that nobody decided in time; whoever sweeps may say so. */
export function expire(rule: Rule, { by, version }: CommandOf<"expire">, { now }: RuleContext): Decided {
  const found = pendingVersion(rule, version);
  if (!found.ok) return found;
  const pending = found.value;
  if (now < pending.expires_at) {
    return refuse(
      "not_expired_yet",
      `the proposal is open until ${pending.expires_at}; reject it to end it now`,
    );
  }
  const expired: RuleVersion = { ...pending, status: "expired", decided_at: now };
  const reason = "nobody decided in time";
  const last_answer = { by: by.id, at: now, reason, version, status: "expired" } as const;
  return change(rule, by, now, { versions: withVersion(rule, expired), pending: null, last_answer }, [
    ["rule.expired", { version, approvals: pending.approvals.length }],
  ]);
}
