import type { RuleActor } from "../../core/feedback/feedback.ts";
import { type Rule, findVersion } from "../../core/rule/rule.ts";
import { applyRuleCommand } from "../../core/rule/decide-rule.ts";
import type { RuleCommand, RuleProblem } from "../../core/rule/rule-command.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { ok, type Result } from "../../core/result.ts";
import type { PersonStore } from "../../ports/access-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { recordDecider } from "../person/change-people.ts";
import { atRevision, retryOnConflict, type ExpectedRevision } from "../retry-on-conflict.ts";

/** Emend as an actor: it may propose, expire and flag, but never approves. */
export const EMEND_ACTOR: RuleActor = { id: "emend", trust: "tool" };

export interface RuleBusy {
  readonly code: "rule_busy";
  readonly message: string;
}

const RULE_BUSY: RuleBusy = {
  code: "rule_busy",
  message: "somebody else keeps changing this rule; read it again, then retry",
};

export interface DecideParts {
  readonly rules: RuleStore;
  readonly people: PersonStore;
  readonly policy: RulePolicy;
  readonly now: () => string;
}

/** Applies a command to a rule, retrying on conflict, so that no vote is lost or counted twice. */
export const decideRule =
  ({ people, policy, now, ...parts }: DecideParts) =>
  async (
    id: string,
    command: RuleCommand,
    expected: ExpectedRevision = {},
  ): Promise<Result<Rule, RuleProblem | RuleBusy>> => {
    const rules = atRevision(parts.rules, expected);
    const decided = await retryOnConflict<Result<Rule, RuleProblem>, RuleBusy>(RULE_BUSY, async () => {
      const state = (await rules.find(id)) ?? null;
      if (command.type !== "approve") {
        const change = applyRuleCommand(state, command, { now: now(), policy });
        if (!change.ok) return change;
        return (await rules.save(change.value)) ? ok(change.value.state) : undefined;
      }
      const known = await people.read();
      const change = applyRuleCommand(state, command, { now: now(), policy, people: known });
      if (!change.ok) return change;
      const approved = { ...change.value, people: known.known.revision };
      return (await rules.save(approved)) ? ok(approved.state) : undefined;
    });
    if (decided.ok && command.by.trust === "person") await recordDecider({ people, now })(command.by.id);
    return decided;
  };

/** Expires overdue proposals and returns them. */
export const expireProposals = (parts: DecideParts) => async (): Promise<readonly Rule[]> => {
  const expired: Rule[] = [];
  for (const rule of await parts.rules.pending()) {
    const ended = await expireIfDue(parts)(rule);
    if (ended !== rule) expired.push(ended);
  }
  return expired;
};

/** Expires an overdue proposal; returns the same rule if there is none. */
export const expireIfDue =
  (parts: DecideParts) =>
  async (rule: Rule): Promise<Rule> => {
    const pending = findVersion(rule, rule.pending);
    if (pending === undefined || parts.now() < pending.expires_at) return rule;
    const command = { type: "expire", by: EMEND_ACTOR, version: pending.version } as const;
    const decided = await decideRule(parts)(rule.id, command);
    // Somebody decided it meanwhile, which is just as good.
    return decided.ok ? decided.value : rule;
  };
