import { findVersion, type Rule } from "../../core/rule/rule.ts";
import { type DecideParts, decideRule } from "./decide-rule.ts";
import { EMEND_ACTOR } from "./emend-actor.ts";

/** Ends the proposals that nobody decided in time, and answers with them. */
export const expireProposals = (parts: DecideParts) => async (): Promise<readonly Rule[]> => {
  const decide = decideRule(parts);
  const expired: Rule[] = [];
  for (const rule of await parts.rules.pending()) {
    const pending = findVersion(rule, rule.pending);
    if (pending === undefined || parts.now() < pending.expires_at) continue;
    const decided = await decide(rule.id, { type: "expire", by: EMEND_ACTOR, version: pending.version });
    // Somebody who decided it meanwhile came first, which is as good.
    if (decided.ok) expired.push(decided.value);
  }
  return expired;
};
