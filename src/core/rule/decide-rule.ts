import { defined } from "../defined.ts";
import { daysAfter } from "../time/time.ts";
import { findVersion, type Rule, type RuleVersion } from "./rule.ts";
import {
  type RuleContext,
  change,
  type CommandOf,
  type RuleCommandResult,
  needsPerson,
  refuse,
  statedReason,
  withVersion,
  type RuleChange,
  type RuleCommand,
  type RuleProblem,
} from "./rule-command.ts";
import { fail, type Result } from "../result.ts";
import { approve, defer, expire, reject } from "./decide/answer-proposal.ts";
import { modify, propose, rollBack } from "./decide/open-proposal.ts";

/**
 * Takes a rule out of force immediately. One person, or the verdict of a trial that people started, is enough. A pending
 * version stays open.
 */
function retire(rule: Rule, command: CommandOf<"retire">, { now }: RuleContext): RuleCommandResult {
  const { by, trial } = command;
  const wrong = trial !== undefined && by.trust === "tool" ? undefined : needsPerson(by);
  if (wrong !== undefined) return wrong;
  const reason = statedReason(command.reason);
  if (reason === undefined)
    return refuse("reason_required", "expected a reason, for whoever proposes it again");
  const inForce = findVersion(rule, rule.in_force);
  if (inForce === undefined) {
    return refuse("not_in_force", `the rule is ${rule.status}; only rules in force can be retired`);
  }
  const retirement = { by: by.id, at: now, reason };
  const retired: RuleVersion = { ...inForce, status: "retired", retirement };
  return change(
    rule,
    by,
    now,
    {
      versions: withVersion(rule, retired),
      in_force: null,
      in_force_since: null,
      measured_from: null,
      flag: null,
      last_answer: { ...retirement, version: retired.version, status: "retired" },
    },
    [["rule.retired", defined({ version: retired.version, reason, flagged: rule.flag !== null, trial })]],
  );
}

/** Flags a rule that does not help or is no longer needed, so that people are asked to retire it. It stays in force until they do. */
function flag(rule: Rule, command: CommandOf<"flag">, { now, policy }: RuleContext): RuleCommandResult {
  const { by, version, verdict, reduction, trial } = command;
  if (by.trust === "outsider") return refuse("not_trusted", "an outsider cannot flag a rule; a person can");
  const reason = statedReason(command.reason);
  if (reason === undefined) return refuse("reason_required", "expected what was measured");
  if (rule.in_force === null || rule.measured_from === null) {
    return refuse("not_in_force", `the rule is ${rule.status}; only rules in force can be flagged`);
  }
  if (rule.in_force !== version) {
    return refuse("stale_version", `version ${rule.in_force} is in force, not ${version}; measure that one`);
  }
  if (rule.flag !== null)
    return refuse("already_flagged", "it is already flagged; retire, modify or keep it");
  const due = daysAfter(
    rule.measured_from,
    verdict === "worse" ? policy.stabilisingDays : policy.flagAfterDays,
  );
  // A rule is needless for what is around it, which needs no days of measurement.
  if (trial === undefined && verdict !== "needless" && now < due)
    return refuse("too_early", `a rule found ${verdict} can be flagged from ${due}`);
  return change(rule, by, now, { flag: { by: by.id, at: now, reason, version, verdict, reduction } }, [
    ["rule.flagged", defined({ version, verdict, reduction, reason, trial })],
  ]);
}

/** Removes a flag because people want to keep the rule. Its effect is measured anew. */
function keep(rule: Rule, command: CommandOf<"keep">, { now }: RuleContext): RuleCommandResult {
  const { by } = command;
  const wrong = needsPerson(by);
  if (wrong !== undefined) return wrong;
  const reason = statedReason(command.reason);
  if (reason === undefined) return refuse("reason_required", "expected a reason why it is worth keeping");
  if (rule.flag === null) return refuse("not_flagged", "it is not flagged, so there is nothing to do");
  return change(rule, by, now, { flag: null, measured_from: now }, [
    ["rule.kept", { version: rule.flag.version, reason }],
  ]);
}

/**
 * Applies a command to a rule, or says why it cannot. Every text that agents get needs the quorum for exactly that
 * text, a roll-back included. Taking a text out needs one person. The state is null if no rule has that id, cluster
 * or text. The store saves the result only over this revision, and retries if another change came first.
 */
export function applyRuleCommand(
  state: Rule | null,
  command: RuleCommand,
  context: RuleContext,
): Result<RuleChange, RuleProblem> {
  if (command.type === "propose") return propose(state, command, context);
  if (state === null) {
    return fail({
      code: "rule_not_found",
      message: "there is no such rule; list the rules to see their ids",
    });
  }
  switch (command.type) {
    case "approve":
      return approve(state, command, context);
    case "reject":
      return reject(state, command, context);
    case "modify":
      return modify(state, command, context);
    case "defer":
      return defer(state, command, context);
    case "expire":
      return expire(state, command, context);
    case "retire":
      return retire(state, command, context);
    case "roll_back":
      return rollBack(state, command, context);
    case "flag":
      return flag(state, command, context);
    case "keep":
      return keep(state, command, context);
  }
}
