import { findVersion, type Rule } from "../../core/rule/rule.ts";
import { type DecideParts, decideRule } from "./decide-rule.ts";
import { EMEND_ACTOR } from "./emend-actor.ts";

/** Ends the proposals that nobody decided in time, and answers with them. */
export const expireProposals = (parts: DecideParts) => async (): Promise<readonly Rule[]> => {
  const expired: Rule[] = [];
  for (const rule of await parts.rules.pending()) {
    const ended = await expireIfDue(parts)(rule);
    if (ended !== rule) expired.push(ended);
  }
  return expired;
};

/** The rule without the proposal that nobody decided in time; the same rule if there is none. */
export const expireIfDue =
  (parts: DecideParts) =>
  async (rule: Rule): Promise<Rule> => {
    const pending = findVersion(rule, rule.pending);
    if (pending === undefined || parts.now() < pending.expires_at) return rule;
    const command = { type: "expire", by: EMEND_ACTOR, version: pending.version } as const;
    const decided = await decideRule(parts)(rule.id, command);
    // Somebody who decided it meanwhile came first, which is as good.
    return decided.ok ? decided.value : rule;
  };
